/** An address that others may see, such as in a page behind a link of a mail that was passed on. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const shown = Array.from(address.slice(0, at))
    .slice(0, at > 3 ? 2 : 1)
    .join('');
  return `${shown}•••${address.slice(at)}`;
}
