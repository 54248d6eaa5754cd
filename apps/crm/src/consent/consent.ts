import type { LegalBasis } from '#libs/app-events';
import type { Id, TenantId } from '#libs/persistence';
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

/** How a contact gave its consent, or withdrew it. */
export interface ConsentEvidence {
  /** As the user named it; of a lead, the name of its form. */
  origin: string | null;
  /** Text that the contact agreed to. */
  text: string | null;
  legalBasis: LegalBasis | null;
  /** When the link in a mail confirmed it, as ISO 8601. */
  confirmedAt: string | null;
}

/** A change as it is to be recorded. */
export interface NewConsent {
  channel: ConsentChannel;
  granted: boolean;
  authorId: string | null;
  leadId: string | null;
  /** Whether it is proved, and so counts for an erased person, too. */
  isProven?: boolean;
  evidence: ConsentEvidence;
}

export const NO_EVIDENCE: ConsentEvidence = { origin: null, text: null, legalBasis: null, confirmedAt: null };
