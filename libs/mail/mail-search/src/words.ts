import { LRUCache } from 'lru-cache';
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';

/** A longer run of letters is data, not a word: of it the beginning counts. */
const WORD_MAX = 40;

/** Letters of writings without spaces between words are words of their own. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}])+/gu;
const ASCII = /^[\0-\x7f]*$/;
/** The same for a text of ASCII alone, which is found several times faster. */
const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text in their order, in lower case and without accents. */
export function wordsIn(text: string): string[] {
  const folded = (ASCII.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();
  const words = folded.match(ASCII.test(folded) ? ASCII_WORD : WORD) ?? [];
  return words.map((word) => (word.length > WORD_MAX ? word.slice(0, WORD_MAX) : word));
}

const stems = new LRUCache<string, readonly string[]>({ max: 50_000 });

/**
 * Finds the stems by which a word is looked up: the Portuguese and the English one. Words of one meaning have a stem in
 * common in the language that they are in; which one it is need not be known.
 */
export function stemsOf(word: string): readonly string[] {
  const known = stems.get(word);
  if (known) return known;
  const found = /\p{N}/u.test(word) ? [word] : [...new Set([portuguese(word), stemEnglish(word) || word])];
  stems.set(word, found);
  return found;
}

/** The stemmer knows endings by their accents, which many people leave out, so they are put back first. */
function portuguese(word: string): string {
  const spelled = word
    .replace(/(?:oes|aes|aos)$/, 'ao')
    .replace(/([ai])veis$/, '$1vel')
    .replace(/cao$/, 'ção')
    .replace(/ao$/, 'ão')
    .replace(/avel$/, 'ável')
    .replace(/ivel$/, 'ível')
    .replace(/encia(s?)$/, 'ência$1')
    .replace(/ancia(s?)$/, 'ância$1');
  const stem = stemPortuguese(spelled).normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return stem || word;
}
