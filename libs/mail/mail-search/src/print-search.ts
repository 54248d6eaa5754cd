import { plain, printedFolder } from './operators.js';
import type { Search, SearchTerm, TextField } from './search.js';

/** The search as a text that is read as the same search. */
export function printSearch(search: Search): string {
  if (search.kind === 'any') return search.of.map(printSearch).join(' OR ');
  if (search.kind === 'all') return search.of.map((part) => grouped(part, part.kind === 'any')).join(' ');
  if (search.kind === 'not') return `-${grouped(search.of, ['all', 'any', 'not'].includes(search.of.kind))}`;
  return printTerm(search);
}

const grouped = (search: Search, isGroup: boolean): string =>
  isGroup ? `(${printSearch(search)})` : printSearch(search);

const FIELDS: Record<TextField, string> = {
  from: 'de',
  to: 'para',
  cc: 'cc',
  subject: 'assunto',
  domain: 'dominio',
  list: 'lista',
};

function printTerm(term: SearchTerm): string {
  switch (term.kind) {
    case 'words':
      return isBareWord(term.text) ? term.text : quoted(term.text);
    case 'field':
      return operator(FIELDS[term.field], term.values);
    case 'attachment':
      return 'tem:anexo';
    case 'label':
      return operator('etiqueta', term.values);
    case 'folder':
      return operator('pasta', term.values.map(printedFolder));
    case 'before':
      return operator('antes', term.values);
    case 'after':
      return operator('depois', term.values);
    case 'larger':
      return operator('maior', term.values.map(String));
    case 'smaller':
      return operator('menor', term.values.map(String));
    case 'read':
      return operator(
        'lida',
        term.values.map((isRead) => (isRead ? 'sim' : 'nao')),
      );
  }
}

const operator = (name: string, values: readonly string[]): string =>
  `${name}:${values.map((value) => (isBareValue(value) ? value : quoted(value))).join(',')}`;

const isBareValue = (text: string): boolean => /^[^\s\p{Cc}()"',][^\s\p{Cc}()",]*$/u.test(text);

const isBareWord = (text: string): boolean =>
  /^[^\s\p{Cc}()"'-][^\s\p{Cc}()"]*$/u.test(text) &&
  text !== 'OR' &&
  plain(text) !== 'nao-lida' &&
  !/^\p{L}[\p{L}-]*:/u.test(text);

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
