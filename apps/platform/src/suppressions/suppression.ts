export const SUPPRESSION_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const;

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Where a suppression comes from: a report of a mail server, the link in a mail, a text, or the account itself. */
export type SuppressionSource = 'report' | 'link' | 'text' | 'api';

/**
 * The form in which addresses are compared: lower case as a whole. Local parts may differ by case in theory; in
 * practice they do not, and a recipient who unsubscribed must not get mail in another spelling. Letters with accents are the
 * same however they are composed (RFC 6532, section 3.1).
 */
export function normalAddress(address: string): string {
  return address.trim().toLowerCase().normalize('NFC');
}
