import type { TenantExportOptions } from '#libs/tenant-export';

/** Options of a tenant's export: it has all tables of Platform but these. */
export const PLATFORM_EXPORT: TenantExportOptions = {
  app: 'platform',
  files: true,
  leftOut: {
    message_tag: 'Finds messages by their tags, which each message has',
  },
  withheld: {
    'domain_key.private_key': 'Signs e-mail in the name of the domain',
    'feedback_report.raw': 'May have a mail in it, whose links act for its recipient',
    'push_credential.secret': 'The credential of a push service',
    'push_device.token': 'A credential of the device',
    'push_device.token_hash': 'A credential of the device',
    'push_site.private_key': 'Signs pushes to browsers',
    'sms_credential.secret': 'The credential of a carrier',
    'sms_sender.code': 'A code that proves a number',
    'webhook_endpoint.previous_secret': 'Signs deliveries',
    'webhook_endpoint.secret': 'Signs deliveries',
  },
};
