import { isAscii } from 'node:buffer';
import { charsetOf } from './names.js';

/** Bytes in which browsers look for it (HTML Standard, "prescan a byte stream"). Mails of Word have long styles before it. */
const HEAD_MAX = 16_384;

/** The charset that HTML or XML names itself: `<meta charset>`, `<meta http-equiv>`, `<?xml encoding?>`. */
export function charsetOfHtml(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_MAX);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const [, encoding] = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']?([^"'\s?>]{1,60})/i.exec(text) ?? [];
  const named = encoding ?? metaCharset(withoutComments(text));
  if (named === undefined || !charsetOf(named)) return undefined;
  // Bytes in which the name could be read are not of sixteen bits (HTML Standard).
  return /^(?:utf-?16|ucs|unicode)/i.test(named) ? 'utf-8' : named;
}

function withoutComments(text: string): string {
  let [rest, at] = ['', 0];
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    rest += text.slice(at, start);
    const end = text.indexOf('-->', start);
    if (end < 0) return rest;
    at = end + 3;
  }
  return rest + text.slice(at);
}

function metaCharset(text: string): string | undefined {
  for (const [tag] of text.matchAll(/<meta\s[^>]{1,500}/gi)) {
    const [, name] = /\bcharset\s*=\s*["']?\s*([^"'\s;/>]{1,60})/i.exec(tag) ?? [];
    if (name) return name;
  }
  return undefined;
}

/** The charset of an HTML text: the label that its message gives, unless that says nothing of bytes beyond ASCII. */
export function htmlLabel(bytes: Uint8Array, label: string | undefined): string | undefined {
  return charsetOf(label) || isAscii(bytes) ? label : (charsetOfHtml(bytes) ?? label);
}
