import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { FLAG, TEXT } from './schemas.js';

const VERIFIED = {
  type: 'object',
  required: ['name', 'ownershipToken'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 253 }, ownershipToken: TEXT },
} as const;

const EXAMPLE = { name: 'example.test', ownershipToken: 'token' };

/** A tenant verified a domain of its mailboxes. */
export const MAIL_DOMAIN_VERIFIED = defineAppEvent({
  type: 'mail.domain.verified',
  version: 1,
  from: ['mail'],
  to: ['platform'],
  schema: VERIFIED,
  example: EXAMPLE,
});

/** A tenant verified a domain that it sends from. */
export const PLATFORM_DOMAIN_VERIFIED = defineAppEvent({
  type: 'platform.domain.verified',
  version: 1,
  from: ['platform'],
  to: ['mail'],
  schema: VERIFIED,
  example: EXAMPLE,
});

/**
 * Platform begins or ends to receive mail for a verified domain of the tenant, or of one below it. Mail, whose listener is the MX,
 * passes on what it has no mailbox for.
 */
export const PLATFORM_DOMAIN_RECEIVING = defineAppEvent({
  type: 'platform.domain.receiving',
  version: 1,
  from: ['platform'],
  to: ['mail'],
  schema: {
    type: 'object',
    required: ['domain', 'receiving'],
    properties: { domain: { type: 'string', minLength: 1, maxLength: 253 }, receiving: FLAG },
  },
  example: { domain: 'reply.example.test', receiving: true },
});

/** A domain that a tenant has verified in another app, and the token that proved it. */
export type VerifiedDomain = PayloadOf<typeof MAIL_DOMAIN_VERIFIED>;
