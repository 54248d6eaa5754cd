import type { FolderName, FolderWord, Search, SearchTerm } from './search.js';
import type { SearchDocument } from './search-document.js';
import { isTextTerm, matchesText } from './text-query.js';

export interface SearchedFolder {
  kind: string;
  name: string;
}

/** Facts about a message that searches ask for. */
export interface MessageFacts {
  document: SearchDocument;
  /** When it was received or sent. */
  at: Date;
  bytes: number;
  isRead: boolean;
  folder: SearchedFolder;
  /** Names of its labels. */
  labels: readonly string[];
}

/** Whether a search finds a message. */
export function matchesSearch(search: Search, facts: MessageFacts): boolean {
  if (search.kind === 'not') return !matchesSearch(search.of, facts);
  if (search.kind === 'all') return search.of.every((part) => matchesSearch(part, facts));
  if (search.kind === 'any') return search.of.some((part) => matchesSearch(part, facts));
  return matchesTerm(search, facts);
}

function matchesTerm(term: SearchTerm, { document, at, bytes, isRead, folder, labels }: MessageFacts): boolean {
  if (isTextTerm(term)) return matchesText(term, document);
  switch (term.kind) {
    case 'label':
      return term.values.some((value) => labels.some((label) => isName(label, value)));
    case 'folder':
      return term.values.some((value) => isFolder(folder, value));
    case 'before':
      return term.values.some((day) => at.getTime() < startOf(day));
    case 'after':
      return term.values.some((day) => at.getTime() >= startOf(day));
    case 'larger':
      return term.values.some((size) => bytes > size);
    case 'smaller':
      return term.values.some((size) => bytes < size);
    case 'read':
      return term.values.includes(isRead);
  }
}

/** A day of a search, in milliseconds. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const KINDS: Readonly<Record<Exclude<FolderWord, 'all'>, string>> = {
  inbox: 'inbox',
  archive: 'archive',
  sent: 'sent',
  drafts: 'drafts',
  spam: 'spam',
  trash: 'trash',
};

/** Whether a search means the folder by the name. Quarantine is in no search. */
export function isFolder({ kind, name }: SearchedFolder, asked: FolderName): boolean {
  if ('name' in asked) return kind === 'custom' && isName(name, asked.name);
  return asked.word === 'all' ? kind !== 'quarantine' : kind === KINDS[asked.word];
}

/** Whether a search means what a user gave the name. */
export const isName = (name: string, asked: string): boolean => normal(name) === normal(asked);

const normal = (name: string): string => name.normalize('NFC').trim().toLowerCase();
