/** Why nothing is sent to an address. */
export const SUPPRESSION_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const;

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Who said so: a report of a mail server, the link in a mail, or the account itself. */
export type SuppressionSource = 'report' | 'link' | 'api';

/** An address that gets nothing more from its account. */
export interface Suppression {
  id: string;
  /** In its normal form; see {@link normalAddress}. */
  address: string;
  reason: SuppressionReason;
  source: SuppressionSource;
  /** The message that led to it. */
  messageId: string | null;
  createdAt: Date;
  position: number;
}

/**
 * The form in which addresses are compared: lower case as a whole. Local parts may differ by case in theory; in
 * practice they do not, and one person must not be written to in another spelling. Letters with accents are the same
 * however they are put together (RFC 6532, section 3.1).
 */
export function normalAddress(address: string): string {
  return address.trim().toLowerCase().normalize('NFC');
}
