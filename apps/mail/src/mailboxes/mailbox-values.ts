/** Kind by users: of one person, or of several people. */
export type MailboxKind = 'personal' | 'collective';

/** Origin of a mailbox: made by hand, migrated, made by mail that came in, or made with a user account. */
export type MailboxOrigin = 'manual' | 'legacy' | 'automatic' | 'account';

/** Roles of users in a mailbox, the strongest first: each role includes those after it. */
export const GRANT_ROLES = ['owner', 'manager', 'sender', 'reader'] as const;
export type GrantRole = (typeof GRANT_ROLES)[number];

/** Whether a role includes another one. */
export const includesRole = (role: GrantRole, needed: GrantRole): boolean =>
  GRANT_ROLES.indexOf(role) <= GRANT_ROLES.indexOf(needed);

/** Bytes of mail that a new mailbox may hold: 10 GiB. */
export const DEFAULT_QUOTA_BYTES = 10 * 1024 ** 3;

/** Mailboxes of a domain at most, removed ones included. */
export const MAX_MAILBOXES_OF_DOMAIN = 5_000;

/** Limit for those that mail to unknown addresses makes: the sender of such mail chooses the addresses. */
export const MAX_AUTOMATIC_MAILBOXES = 500;

/** Days after which a removed mailbox is purged. */
export const RESTORABLE_DAYS = 30;
