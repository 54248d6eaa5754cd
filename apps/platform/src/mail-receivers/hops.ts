/** Passed by more servers than any mail needs: it goes round. */
export const HOPS_MAX = 50;

/** Counts the servers that a message has passed, as far as its header is given. */
export function hopsOf(raw: Buffer): number {
  const end = raw.indexOf('\r\n\r\n');
  return (raw.toString('latin1', 0, end < 0 ? raw.length : end).match(/^received:/gim) ?? []).length;
}
