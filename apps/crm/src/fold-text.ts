/** Letters that have no accent to take off. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const SPECIAL = /[łøđðıħŧßæœþ]/g;
/** Apostrophes and what is typed in their place, as in `D’Ávila`. Decomposed, an acute accent is a space with a mark. */
const APOSTROPHES = /['’‘ʼ´`]/g;

/**
 * A text without case, accents, apostrophes and repeated spaces: equal for what a reader takes for equal. Another form needs
 * a migration of the stored keys.
 */
export function foldText(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(/\s+/g, ' ')
    .trim();
}
