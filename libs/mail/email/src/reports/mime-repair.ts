import { Buffer } from 'node:buffer';

/** Bytes of a mail in which its headers end; a report has fewer. */
const MAX_HEADERS = 65_536;

/** The first line of a part, whose headers begin with the type or the name of its content. */
const PART =
  /^--([^\r\n]{1,200}?)-{0,2}[ \t]*\r?\n(?:[\w-]{1,40}:[^\r\n]{0,500}\r?\n){0,3}content-(?:type|description):/im;

/**
 * Characters in which the first part must begin if the headers name no type at all: it follows a preamble of a line or
 * two.
 */
const MAX_PREAMBLE = 500;

/**
 * The mail with the boundary that its parts have, if its headers name none or another one: relays rewrite the headers of
 * reports. Without parts it is read as plain text. The same bytes if the headers are right.
 */
export function withUsableBoundary(raw: Buffer): Buffer {
  const text = raw.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text.slice(0, MAX_HEADERS));
  if (!end) return raw;
  const head = text.slice(0, end.index);
  const body = text.slice(end.index);
  const type = /^content-type:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?([\w-]{1,40})/im.exec(head)?.[1]?.toLowerCase();
  if (type !== undefined && type !== 'multipart') return raw;
  const declared = /^content-type:[^\r\n]{0,500}(?:\r?\n[ \t][^\r\n]{0,500}){0,5}?boundary="?([^"\s;]{1,200})/im.exec(
    head,
  )?.[1];
  if (declared !== undefined && body.includes(`--${declared}`)) return raw;
  const actual = PART.exec(body.slice(0, type === undefined ? MAX_PREAMBLE : MAX_HEADERS))?.[1];
  const known = actual !== undefined && !actual.includes('"');
  if (!known && type === undefined) return raw;
  const renamed = head.replace(/^content-type:/gim, 'X-Content-Type:');
  const right = known ? `multipart/mixed; boundary="${actual}"` : 'text/plain';
  return Buffer.from(`${renamed}\r\nContent-Type: ${right}${body}`, 'latin1');
}
