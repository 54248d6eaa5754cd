import { Buffer } from 'node:buffer';
import { quote } from './mailbox.js';

/** Length of a section: a line of 78 less folding space, name, section number and `; `. */
const SECTION = 50;
const TOKEN = /^[A-Za-z0-9!#$&+\-^_`{|}~.]+$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/**
 * A header parameter with the `;` and the fold before it, as a token or a quoted-string. Text that is not ASCII or is too
 * long for one line is written in the extended and continued form of RFC 2231 sections 3 and 4, in UTF-8.
 */
export function parameter(name: string, value: string): string {
  if (value.length <= SECTION && TOKEN.test(value)) return `;\r\n ${name}=${value}`;
  if (value.length <= SECTION && PRINTABLE_ASCII.test(value)) return `;\r\n ${name}=${quote(value)}`;
  const [first = '', ...rest] = sections(value);
  if (rest.length === 0) return `;\r\n ${name}*=UTF-8''${first}`;
  const continued = rest.map((section, index) => `;\r\n ${name}*${index + 1}*=${section}`).join('');
  return `;\r\n ${name}*0*=UTF-8''${first}${continued}`;
}

function sections(value: string): string[] {
  const found: string[] = [];
  let section = '';
  for (const character of value) {
    const encoded = percentEncoded(character);
    if (section.length + encoded.length > SECTION) {
      found.push(section);
      section = '';
    }
    section += encoded;
  }
  found.push(section);
  return found;
}

function percentEncoded(character: string): string {
  if (/[A-Za-z0-9.\-_~]/.test(character)) return character;
  let encoded = '';
  for (const byte of Buffer.from(character)) encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}
