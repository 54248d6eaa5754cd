import type { LegalBasis } from '#libs/core/app-events';
import type { Id, TenantId } from '#libs/core/persistence';
import type { IdentifierKind } from '../identifiers/identifiers.js';

/** The ways by which a contact may allow messages. */
export const CONSENT_CHANNELS = ['email', 'push', 'sms', 'whatsapp'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** The kind of address that a channel needs; null for none. */
export const KINDS_OF_CHANNELS = {
  email: 'email',
  push: null,
  sms: 'phone',
  whatsapp: 'phone',
} as const satisfies Record<ConsentChannel, IdentifierKind | null>;

/** A contact whose consents change, with the addresses that Platform is told of. */
export interface ConsentingContact {
  contact: { tenantId: TenantId; id: Id<'cnt'> };
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
}

/** Whether a contact gets messages, by channel. */
export type ConsentState = Record<ConsentChannel, boolean>;

/** The newest change of a channel that counts. Channels without a change are absent. */
export interface CurrentConsent {
  contactId: string;
  channel: ConsentChannel;
  granted: boolean;
  /** True if the contact said it to Platform. */
  byPlatform: boolean;
  createdAt: Date;
}

/** How a contact gave its consent, or withdrew it. */
export interface ConsentEvidence {
  /** Way by which the contact said it, as the user named it; of a lead, the name of its form. The API calls it `origem`. */
  method: string | null;
  /** Text that the contact agreed to. */
  text: string | null;
  legalBasis: LegalBasis | null;
  /** When the link in a mail confirmed it, as ISO 8601. */
  confirmedAt: string | null;
}

/** A change as it is to be recorded. */
export interface NewConsentChange {
  channel: ConsentChannel;
  granted: boolean;
  authorId: string | null;
  leadId: string | null;
  /** Whether it is proved, and so counts for an erased person, too. */
  isProven?: boolean;
  evidence: ConsentEvidence;
}

export const NO_EVIDENCE: ConsentEvidence = { method: null, text: null, legalBasis: null, confirmedAt: null };
