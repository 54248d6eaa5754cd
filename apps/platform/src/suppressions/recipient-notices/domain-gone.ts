/** Statuses of a host that is not there (RFC 3463). */
const NO_HOST = new Set(['5.1.2', '5.4.4']);

const WORDS =
  /\bnxdomain\b|\bdomain (?:name )?(?:does not|doesn't) exist|\b(?:no such|unknown) (?:domain|host)\b|\b(?:host|domain)(?: or domain)?(?: name)? (?:not found|unknown)\b/i;

/** Returns true if a hard bounce says that there is no such domain. One that is there and takes no mail is not gone. */
export function isDomainGone({ Status, Diagnostic }: Record<string, unknown>): boolean {
  if (typeof Status === 'string' && NO_HOST.has(Status)) return true;
  return typeof Diagnostic === 'string' && WORDS.test(Diagnostic);
}
