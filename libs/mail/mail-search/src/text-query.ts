import { type Search, type SearchTerm } from './search.js';
import {
  addressLexeme,
  domainLexeme,
  fieldLexeme,
  HAS_ATTACHMENT,
  type MarkedField,
  type SearchDocument,
} from './search-document.js';
import { stemsOf, wordsIn } from './words.js';

/** Words that stand side by side, each by the lexemes that it may have. */
type Phrase = (readonly string[])[];

type TextTerm = Extract<SearchTerm, { kind: 'words' | 'field' | 'attachment' }>;

/** Whether the term asks for what a document has, and so the index. */
export const isTextTerm = (search: Search): search is TextTerm =>
  search.kind === 'words' || search.kind === 'field' || search.kind === 'attachment';

/** Whether all of its terms do. */
export function isTextSearch(search: Search): boolean {
  if (search.kind === 'not') return isTextSearch(search.of);
  if (search.kind === 'all' || search.kind === 'any') return search.of.length > 0 && search.of.every(isTextSearch);
  return isTextTerm(search);
}

/** A search of text terms alone as a `tsquery`. */
export function toTsquery(search: Search): string {
  if (search.kind === 'not') return `!(${toTsquery(search.of)})`;
  if (search.kind === 'all') return search.of.map((part) => `(${toTsquery(part)})`).join(' & ');
  if (search.kind === 'any') return search.of.map((part) => `(${toTsquery(part)})`).join(' | ');
  if (!isTextTerm(search)) throw new Error(`A text does not answer ${search.kind}`);
  return phrasesOf(search)
    .map((phrase) => phrase.map((lexemes) => `(${lexemes.map(quoteLexeme).join(' | ')})`).join(' <-> '))
    .map((phrase) => `(${phrase})`)
    .join(' | ');
}

/** Whether the term holds for a document, just as its `tsquery` for its `tsvector`. */
export function matchesText(term: TextTerm, document: SearchDocument): boolean {
  return phrasesOf(term).some((phrase) => hasPhrase(document, phrase));
}

function hasPhrase(document: SearchDocument, [first = [], ...rest]: Phrase): boolean {
  if (rest.length === 0) return first.some((lexeme) => document.has(lexeme));
  let ends = positionsOf(document, first);
  for (const lexemes of rest) {
    const next = positionsOf(document, lexemes);
    ends = new Set([...ends].map((position) => position + 1).filter((position) => next.has(position)));
  }
  return ends.size > 0;
}

const positionsOf = (document: SearchDocument, lexemes: readonly string[]): Set<number> =>
  new Set(lexemes.flatMap((lexeme) => document.get(lexeme) ?? []));

/** A lexeme as a text of a `tsquery` names it. */
const quoteLexeme = (lexeme: string): string =>
  `'${/['\\]/.test(lexeme) ? lexeme.replaceAll(/['\\]/g, '$&$&') : lexeme}'`;

/** One of them has to be there. */
function phrasesOf(term: TextTerm): Phrase[] {
  if (term.kind === 'attachment') return [[[HAS_ATTACHMENT]]];
  if (term.kind === 'words') return [wordsIn(term.text).map(stemsOf)];
  const { field, values } = term;
  if (field === 'domain') return values.map((value) => [[domainLexeme(value)]]);
  return values.map((value) => fieldPhrase(field, value));
}

function fieldPhrase(field: MarkedField, value: string): Phrase {
  if (field !== 'subject' && field !== 'list' && /^[^\s@]+@[^\s@]+$/.test(value))
    return [[addressLexeme(field, value)]];
  const lexemes = (word: string) => (field === 'subject' ? stemsOf(word) : [word]);
  return wordsIn(value).map((word) => lexemes(word).map((lexeme) => fieldLexeme(field, lexeme)));
}
