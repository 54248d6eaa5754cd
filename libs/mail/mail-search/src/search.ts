/** Fields in which an operator looks for words. */
export type TextField = 'from' | 'to' | 'cc' | 'subject' | 'domain' | 'list';

/** Folders that have a word of their own in a search. */
export type FolderWord = 'inbox' | 'archive' | 'sent' | 'drafts' | 'spam' | 'trash' | 'all';

/** A folder by its word, or by the name that a user gave it. */
export type FolderName = { word: FolderWord } | { name: string };

/** One condition. Of several values one has to hold. */
export type SearchTerm =
  /** Words anywhere: in subject, text, names, addresses and names of files. Several stand side by side. */
  | { kind: 'words'; text: string }
  | { kind: 'field'; field: TextField; values: string[] }
  | { kind: 'attachment' }
  | { kind: 'label'; values: string[] }
  | { kind: 'folder'; values: FolderName[] }
  /** Days as YYYY-MM-DD, in UTC: `before` excludes the day, `after` includes it. */
  | { kind: 'before' | 'after'; values: string[] }
  /** Bytes of the raw message. */
  | { kind: 'larger' | 'smaller'; values: number[] }
  | { kind: 'read'; values: boolean[] };

/** Condition that a search puts on a message. `all` of nothing holds for every message. */
export type Search =
  | SearchTerm
  | { kind: 'all'; of: Search[] }
  | { kind: 'any'; of: Search[] }
  | { kind: 'not'; of: Search };

export const SEARCH_LIMITS = {
  /** UTF-16 code units of the text. */
  characters: 512,
  /** Values of all terms together; words count too. */
  values: 30,
  /** Values of one operator, and terms that OR joins. */
  alternatives: 20,
  labels: 5,
  /** Parentheses within each other. */
  depth: 10,
} as const;

/** A text that is no search. */
export class SearchError extends Error {
  override name = 'SearchError';

  /** @param position of the first character that is wrong, from 0 */
  constructor(
    readonly position: number,
    readonly reason: string,
  ) {
    super(`${reason} (at character ${position + 1})`);
  }
}

/** Whether a condition of the kind stands somewhere in the search, and is not negated. */
export function asksFor(search: Search, kind: SearchTerm['kind']): boolean {
  if (search.kind === 'not') return false;
  if (search.kind === 'all' || search.kind === 'any') return search.of.some((part) => asksFor(part, kind));
  return search.kind === kind;
}
