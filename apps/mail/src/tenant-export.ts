import type { TenantExportOptions } from '#libs/tenant-export';

/** Settings of a tenant's export: it has all tables of Mail but these. */
export const MAIL_EXPORT: TenantExportOptions = {
  app: 'mail',
  files: true,
  leftOut: {
    message_search: 'The index of the search, made of the messages',
    thread_reference: 'Finds the thread of a message that comes; messages name theirs by thread_id',
  },
  withheld: {
    'app_password.secret_hash': 'Verifies the password of a mail program',
    'dkim_signing_key.private_key': 'Signs mail in the name of the domain',
    'forwarding_address.link_id': 'The link of a mail that asks for a confirmation',
    'mail_message.content_hash': 'Tells that a forwarded message is the same as one that came by itself',
    'mail_message.conversation_hash': 'Finds the thread of a message that comes',
  },
};
