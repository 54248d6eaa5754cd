/** What a send request asks of tracking; it stands in the `data` of an e-mail's content. */
export interface MailOptions {
  /** Absent: as the account has set. */
  trackOpens?: boolean;
  trackClicks?: boolean;
  listUnsubscribe?: boolean;
}

/** The options in the form in which they are kept: null when nothing is asked for. */
export function toMailData(options: MailOptions): Record<string, unknown> | null {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

export function mailOptionsOf(data: Record<string, unknown> | null): MailOptions {
  return (data ?? {}) as MailOptions;
}
