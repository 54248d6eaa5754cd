import type { FieldType } from '#libs/core/app-events';

/** Characters that are not seen and mean nothing: of direction, of width zero, soft hyphens and controls but line breaks. */
const INVISIBLE =
  /[\u200b\u2060-\u2064\ufeff\u00ad\u180e\u200e\u200f\u061c\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]|(?![\t\n\r])\p{Cc}/gu;
/** Joiners and blanks of scripts: they shape words of some languages, and stand for nothing at the ends. */
const JOINERS = '\u200c\u200d\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0';
const ENDS = new RegExp(`^[${JOINERS}\\s]+|[${JOINERS}\\s]+$`, 'gu');
const ALL_JOINERS = new RegExp(`[${JOINERS}]`, 'gu');
/** Hyphens, dashes and the minus of typesetting. */
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/gu;
/** Digits that keyboards of Arabic, Persian and Hindi write; those of full width are folded by NFKC. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu;

/** Texts in people's own words, which keep their typography. */
const PROSE = new Set<FieldType>([
  'texto',
  'texto_longo',
  'oculto',
  'cidade',
  'estado',
  'pais',
  'opcao',
  'multipla_escolha',
]);

/**
 * Returns what a person typed or pasted, without what nobody sees in it; codes, numbers and addresses also with plain digits and
 * hyphens. A text of invisible characters alone is empty.
 */
export function cleaned(text: string, type: FieldType): string {
  const visible = text.replace(INVISIBLE, '').replace(ENDS, '');
  if (PROSE.has(type)) return visible;
  const plain = visible.replace(ALL_JOINERS, '').replace(DIGITS, digit);
  // The path of an address is what it is.
  return type === 'url' ? plain : plain.normalize('NFKC').replace(DASHES, '-').trim();
}

/** Returns the plain digit. The zero of each of the three scripts is at a multiple of 16, or 6 behind one. */
const digit = (character: string): string => {
  const code = character.charCodeAt(0);
  return String(code >= 0x0966 ? code - 0x0966 : code & 0x0f);
};
