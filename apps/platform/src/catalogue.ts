import type { Product } from '#libs/core/auth';
import { unknownAddressPage } from '#libs/core/html';
import { code, defineCodes, type Defined, detailedEnvelope, type Envelope } from '#libs/core/http';

/** The codes that Platform has beside the standard ones. */
export const PLATFORM_CODES = defineCodes({
  SmtpError: code(502, 'The mail relay could not be used.'),
  LogoutFailed: code(502, 'The session could not be ended. Try again.'),
  DomainNotVerified: code(422, 'The domain of the sender is not verified.'),
  SuppressedAddress: code(422, 'The address is suppressed.'),
  InvalidRecipient: code(422, 'A recipient is not valid.'),
  NotInstalled: code(404, 'This is not installed.'),
});

declare module '#libs/core/http' {
  interface AppCodes extends Defined<typeof PLATFORM_CODES> {}
}

export const envelope: Envelope = { ...detailedEnvelope(PLATFORM_CODES), page: unknownAddressPage };

declare module '#libs/core/persistence' {
  interface IdPrefixes {
    att: 'uploaded attachment';
    cam: 'campaign';
    cnt: 'contact';
    evt: 'event';
    inb: 'received e-mail';
    irt: 'route of received e-mail';
    itx: 'received text';
    lst: 'list';
    msg: 'e-mail message';
    psh: 'push message';
    rel: 'relay';
    sms: 'SMS message';
    snd: 'SMS sender';
    top: 'topic';
    tpl: 'template';
    whd: 'webhook delivery';
    whk: 'webhook endpoint';
  }
}

declare module '#libs/core/auth' {
  interface Scopes {
    'emails:send': 'write';
    'emails:read': 'secret read';
    'sms:send': 'write';
    'push:send': 'write';
    'devices:read': 'secret read';
    'devices:write': 'write';
    'account:read': 'read';
    'contacts:read': 'secret read';
    'contacts:write': 'write';
    'lists:read': 'secret read';
    'lists:write': 'write';
    'topics:read': 'secret read';
    'topics:write': 'write';
    'templates:read': 'secret read';
    'templates:write': 'write';
    'domains:read': 'secret read';
    'domains:write': 'write';
    'suppressions:read': 'secret read';
    'suppressions:write': 'write';
    'webhooks:read': 'secret read';
    'webhooks:write': 'write';
    'campaigns:read': 'secret read';
    'campaigns:write': 'write';
    'messages:read': 'secret read';
    'reports:read': 'secret read';
  }
}

const ALL: Record<Product, true> = { mail: true, pages: true, crm: true };

/** The products that an operator may give a tenant. */
export const PRODUCTS = Object.keys(ALL) as Product[];
