import type * as IconvLite from 'iconv-lite';
import { lazyPackage } from '#libs/core/process';
import { SEVEN_BIT_KINDS, type SevenBitKind } from './iso-2022.js';

/** An app at rest reads no text of others. */
export const iconv = lazyPackage<typeof IconvLite>('iconv-lite');

/** How bytes become text. */
export type Charset =
  | { kind: 'utf-8' }
  | { kind: 'seven-bit'; name: SevenBitKind }
  /** Decodes by a table of the package, which knows the name. */
  | { kind: 'table'; name: string };

const table = <T = string>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(entries));

/** Labels that mails have and the package does not know; without what is no letter or digit. */
const ALIASES = table({
  utf8strict: 'utf-8',
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  xutf8: 'utf-8',
  unicode11utf8: 'utf-8',
  unicode20utf8: 'utf-8',
  xunicode20utf8: 'utf-8',
  utf8bom: 'utf-8',
  unicode: 'utf-16',
  ucs2: 'utf-16le',
  ucs2le: 'utf-16le',
  ucs2be: 'utf-16be',
  iso10646ucs2: 'utf-16be',
  csunicode: 'utf-16be',
  iso10646ucs4: 'utf-32be',
  ucs4: 'utf-32be',
  ansi: 'windows-1252',
  xunknown: 'windows-1252',
  xansi: 'windows-1252',
  iso8859: 'windows-1252',
  cp: 'windows-1252',
  '88591': 'windows-1252',
  iso88598e: 'iso-8859-8',
  iso88598i: 'iso-8859-8',
  csiso88598e: 'iso-8859-8',
  csiso88598i: 'iso-8859-8',
  iso88596e: 'iso-8859-6',
  iso88596i: 'iso-8859-6',
  logical: 'iso-8859-8',
  visual: 'iso-8859-8',
  xmacroman: 'macintosh',
  mac: 'macintosh',
  macroman: 'macintosh',
  xmaccyrillic: 'maccyrillic',
  xmacukrainian: 'macukraine',
  xmacgreek: 'macgreek',
  xmacturkish: 'macturkish',
  xmaccroatian: 'maccroatian',
  xmacce: 'maccenteuro',
  xmaccentraleurroman: 'maccenteuro',
  uhc: 'cp949',
  xuhc: 'cp949',
  johab: 'cp949',
  ksc56011989: 'cp949',
  xeuckr: 'euc-kr',
  xeucjp: 'euc-jp',
  cp51932: 'euc-jp',
  cp20932: 'euc-jp',
  eucjpms: 'euc-jp',
  xeuccn: 'gbk',
  euccn: 'gbk',
  gb: 'gbk',
  xgb2312: 'gbk',
  xxbig5: 'big5',
  xbig5: 'big5',
  mskanji: 'shift_jis',
  mskanjii: 'shift_jis',
  sjis: 'shift_jis',
  shiftjisms: 'shift_jis',
  ibm943: 'shift_jis',
  cp943: 'shift_jis',
  koi8: 'koi8-r',
  koi: 'koi8-r',
  koi8ru: 'koi8-u',
  cp00858: 'cp858',
  ibm00858: 'cp858',
  ccsid00858: 'cp858',
  pcmultilingual850euro: 'cp858',
  tis620: 'windows-874',
  iso885911: 'windows-874',
});

const SEVEN_BITS = table<SevenBitKind>({
  csiso2022jp: 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  cp50222: 'iso-2022-jp',
  jis: 'iso-2022-jp',
  jis7: 'iso-2022-jp',
  csiso2022kr: 'iso-2022-kr',
  cp50225: 'iso-2022-kr',
  iso2022cnext: 'iso-2022-cn',
  csiso2022cn: 'iso-2022-cn',
});

/** Encodings of the package that are no charsets: a label must not choose them. */
const NO_CHARSETS = new Set(['base64', 'hex', 'binary', 'internal', 'unknown', 'unknown8bit', '8bit', '7bit']);

/** Labels that say no more than that there is text. */
const PLAIN = new Set([
  '',
  'ascii',
  'usascii',
  'ansix341968',
  'ansix341986',
  'iso646us',
  'cp367',
  'ibm367',
  'us',
  'iso646irv1991',
  'default',
  'none',
]);

const LABEL_MAX = 100;

/**
 * Finds a charset by its label, as mails write it: with quotes, in any case, with dashes or without. Undefined if the label
 * says nothing (`us-ascii`, or none); null if it is unknown.
 */
export function charsetOf(label: string | undefined): Charset | null | undefined {
  const key = keyOf(label ?? '');
  if (PLAIN.has(key)) return undefined;
  if (NO_CHARSETS.has(key)) return null;
  const seven = SEVEN_BITS.get(key) ?? sevenBitOf(key);
  if (seven) return { kind: 'seven-bit', name: seven };
  const name = ALIASES.get(key) ?? ALIASES.get(key.replace(/^(?:x|cs)/, '')) ?? pageOf(key);
  const found = name ?? key;
  if (keyOf(found) === 'utf8') return { kind: 'utf-8' };
  if (isLatin1(found)) return { kind: 'table', name: 'windows-1252' };
  return iconv().encodingExists(found) ? { kind: 'table', name: found } : null;
}

const keyOf = (label: string): string =>
  label
    .slice(0, LABEL_MAX)
    .toLowerCase()
    .replace(/^[\s"']*charset\s*=/, '')
    .replace(/(?:\/\/|;|,|\$|:\d{4}\b).*$/s, '')
    .replaceAll(/[^a-z0-9]/g, '');

/** Versions of it differ in a few characters. */
function sevenBitOf(key: string): SevenBitKind | undefined {
  return (Object.keys(SEVEN_BIT_KINDS) as SevenBitKind[]).find((kind) => {
    const name = kind.replaceAll('-', '');
    return key === name || (kind === 'iso-2022-jp' && key.startsWith(name));
  });
}

/** A code page by its number: `dos-862`, `x-cp1250`, `win-1252`, `ibm 850`. */
function pageOf(key: string): string | undefined {
  const [, page] = /^(?:x|cs)?(?:windows|win|ms|cp|ibm|dos|pc|ccsid|oem|codepage)0{0,2}(\d{3,5})$/.exec(key) ?? [];
  return page && iconv().encodingExists(`cp${page}`) ? `cp${page}` : undefined;
}

/** Tells whether a name means windows-1252 (Encoding Standard, 4.2): the controls that it lacks are in no text. */
function isLatin1(name: string): boolean {
  return /^(?:iso)?(?:ir100|88591(?:1987)?|l1|latin1|csisolatin1|cp819|ibm819|windows1252|cp1252)$/.test(keyOf(name));
}
