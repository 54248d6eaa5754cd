import type { Role } from '#libs/core/auth';
import type { Language } from '#libs/core/html';

interface Addressed {
  /** The address it goes to. */
  to: string;
  /** The language of the request that causes the mail if absent. */
  language?: Language;
}

/** A link that works once, until its time is over. */
interface WithToken {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Time and place of the registration, for a reader who may not have made the account. */
export interface WithRegistration {
  /** ISO 8601. */
  registeredAt: string;
  /** The IP address; null if unknown. */
  registeredIp: string | null;
}

/** Every mail that identity sends. A new kind needs its words in texts/. */
export type SystemMail =
  | ({ kind: 'verification'; name: string } & WithRegistration & Addressed & WithToken)
  | ({ kind: 'password-reset'; name: string } & Addressed & WithToken)
  | ({ kind: 'password-changed'; name: string } & Addressed)
  | ({ kind: 'address-added'; name: string; added: string } & Addressed)
  | ({ kind: 'address-changed'; name: string; current: string } & Addressed & WithToken)
  | ({ kind: 'erasure-requested'; name: string; tenantName: string; slug: string; requestId: string } & Addressed)
  | ({
      kind: 'webhook-disabled';
      name: string;
      tenantName: string;
      webhookId: string;
      host: string;
      failingSince: string;
    } & Addressed)
  | ({ kind: 'tenant-deletion-requested'; name: string; tenantName: string; dueAt: string } & Addressed)
  | ({ kind: 'tenant-restored' | 'tenant-deleted'; name: string; tenantName: string } & Addressed)
  | ({ kind: 'account-deletion-requested'; name: string; dueAt: string } & Addressed)
  | ({ kind: 'account-restored' | 'account-deleted'; name: string } & Addressed)
  | ({ kind: 'invitation'; tenantName: string; inviter: string; role: Role } & Addressed & WithToken);

/** When the mail expires; undefined if it does not. */
export const uselessAfter = (mail: SystemMail): Date | undefined =>
  'expiresAt' in mail ? new Date(mail.expiresAt) : undefined;
