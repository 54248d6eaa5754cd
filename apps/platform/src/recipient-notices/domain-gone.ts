/** Statuses of a host that is not there (RFC 3463). */
const NO_HOST = new Set(['5.1.2', '5.4.4']);

/** Codes of a host that takes no mail at all (RFC 7504). */
const NO_MAIL = new Set([521, 556]);

const WORDS =
  /\bnull mx\b|\bnxdomain\b|\bdomain (?:name )?(?:does not|doesn't) (?:exist|accept mail)|\b(?:no such|unknown) (?:domain|host)\b|\b(?:host|domain)(?: or domain)?(?: name)? (?:not found|unknown)\b/i;

/** Returns true if a hard bounce says that the whole domain does not exist or takes no mail, and not only the address. */
export function isDomainGone({ Status, SmtpCode, Diagnostic }: Record<string, unknown>): boolean {
  if (typeof Status === 'string' && NO_HOST.has(Status)) return true;
  if (typeof SmtpCode === 'number' && NO_MAIL.has(SmtpCode)) return true;
  return typeof Diagnostic === 'string' && WORDS.test(Diagnostic);
}
