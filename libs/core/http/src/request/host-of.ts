/** The host of a header `Host`: lower case, without a port and a final dot. */
export function hostOf(header: string): string {
  const end = header.charCodeAt(0) === BRACKET ? header.indexOf(']') + 1 : header.indexOf(':');
  const host = end > 0 ? header.slice(0, end) : header;
  return (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
}

const BRACKET = '['.charCodeAt(0);
