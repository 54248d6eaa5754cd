import type { AskedConfirmation } from '../lists/confirmation/confirmation.js';

/** What the `data` of an e-mail's content says of its links: the tracking options of a send request, and what it asks for. */
export interface MailOptions {
  /** Default: the account's setting. */
  trackOpens?: boolean;
  trackClicks?: boolean;
  listUnsubscribe?: boolean;
  /** Of the mail that asks a member of a list; no request has it. */
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
