import type { AskedConfirmation } from '../../lists/confirmation/confirmation.js';

/** Options of the links of an e-mail, in the `data` of its content: tracking as the send request has it, and a confirmation. */
export interface MailOptions {
  /** Default: the account's setting. */
  trackOpens?: boolean;
  trackClicks?: boolean;
  listUnsubscribe?: boolean;
  /** Set in the mail that asks a member of a list for a confirmation; no request has it. */
  confirmation?: AskedConfirmation;
}

/** The options as they are stored; null if there are none. */
export function toMailData(options: MailOptions): Record<string, unknown> | null {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

export function mailOptionsOf(data: Record<string, unknown> | null): MailOptions {
  return (data ?? {}) as MailOptions;
}
