const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** An address in lower case such that those of one mailbox are equal: Gmail ignores dots and what follows a plus. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  if (!GMAIL.has(address.slice(at + 1))) return address;
  const local = address.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${local || address.slice(0, at)}@gmail.com`;
}
