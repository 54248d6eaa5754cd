import { isTextSearch, isTextTerm, type Search } from '#libs/mail/mail-search';
import { isTimeTerm, type TimeTerm } from './search-condition.js';

/** A search in two: what the index of lexemes answers, and what is asked of the messages that it finds. */
export interface IndexPart {
  /** Search of text terms alone. */
  text: Search;
  rest: Search;
}

/** Null if the index does not help: no word has to be there. */
export function indexPartOf(search: Search): IndexPart | null {
  const parts = partsOf(search);
  const text: Search = { kind: 'all', of: parts.flatMap((part) => relaxed(part) ?? []) };
  if (!asksForWords(text)) return null;
  return { text, rest: { kind: 'all', of: parts.filter((part) => !isTextSearch(part)) } };
}

/** The days within which all messages are that a search finds. */
export const timesOf = (search: Search): TimeTerm[] => partsOf(search).filter(isTimeTerm);

/** Lists searches that all hold where this one does. */
const partsOf = (search: Search): Search[] => (search.kind === 'all' ? search.of : [search]);

/** Reduces a search to its words: the result holds wherever the search does. Null if it has no words. */
function relaxed(search: Search): Search | null {
  if (isTextSearch(search)) return search;
  if (search.kind === 'all') {
    const of = search.of.flatMap((part) => relaxed(part) ?? []);
    return of.length > 0 ? { kind: 'all', of } : null;
  }
  if (search.kind === 'any') {
    const of = search.of.map(relaxed);
    return of.every((part) => part !== null) ? { kind: 'any', of } : null;
  }
  return null;
}

/** Whether a message needs some word to be found. The index would read all its entries for one that needs none. */
function asksForWords(search: Search): boolean {
  if (search.kind === 'all') return search.of.some(asksForWords);
  if (search.kind === 'any') return search.of.length > 0 && search.of.every(asksForWords);
  return isTextTerm(search);
}
