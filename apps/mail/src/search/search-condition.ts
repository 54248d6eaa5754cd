import { isTextSearch, type Search, type SearchTerm, startOf, toTsquery } from '#libs/mail/mail-search';
import { foldersOf, labelIdsOf, type SearchScope } from './search-scope.js';

/**
 * A search as a boolean SQL expression over the alias `m` of `mail_message`; nothing of the search stands in its text.
 * @param parameters those of the statement; those of the expression are added
 */
export function searchCondition(search: Search, scope: SearchScope, parameters: unknown[]): string {
  const parameter = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`;
  const conditionOf = (part: Search): string => {
    if (isTextSearch(part)) return lexemesMatch(parameter(toTsquery(part), 'tsquery'));
    if (part.kind === 'not') return `not (${conditionOf(part.of)})`;
    if (part.kind === 'all') return joined(part.of.map(conditionOf), 'and', 'true');
    if (part.kind === 'any') return joined(part.of.map(conditionOf), 'or', 'false');
    return termCondition(part, scope, parameter);
  };
  return conditionOf(search);
}

type Parameter = (value: unknown, type: string) => string;

const joined = (conditions: string[], by: 'and' | 'or', none: string): string =>
  conditions.length === 0 ? none : `(${conditions.join(` ${by} `)})`;

/** A subselect for each message: as a join, Postgres would read the lexemes of all mailboxes. */
const lexemesMatch = (query: string): string => `coalesce(
  (select s.lexemes @@ ${query} from message_search s where s.message_id = m.id and s.tenant_id = m.tenant_id), false)`;

function termCondition(term: SearchTerm, scope: SearchScope, parameter: Parameter): string {
  switch (term.kind) {
    case 'label':
      return `exists (select from message_label l where l.tenant_id = m.tenant_id and l.message_id = m.id
        and l.label_id = any (${parameter(labelIdsOf(scope, term), 'uuid[]')}))`;
    case 'folder':
      return `m.folder_id = any (${parameter(foldersOf(scope, term), 'uuid[]')})`;
    case 'before':
    case 'after':
      return timeCondition(term, 'm.sorted_at', parameter);
    case 'larger':
      return `m.bytes > ${parameter(Math.min(...term.values), 'bigint')}`;
    case 'smaller':
      return `m.bytes < ${parameter(Math.max(...term.values), 'bigint')}`;
    case 'read':
      return `m.is_read = any (${parameter(term.values, 'boolean[]')})`;
    default:
      throw new Error(`${term.kind} is answered by the lexemes`);
  }
}

export type TimeTerm = Extract<SearchTerm, { kind: 'before' | 'after' }>;

export const isTimeTerm = (search: Search): search is TimeTerm => search.kind === 'before' || search.kind === 'after';

/** Compares a time with the one of several days that lets most messages through. */
export function timeCondition({ kind, values }: TimeTerm, column: string, parameter: Parameter): string {
  const times = values.map(startOf);
  const time = new Date(kind === 'before' ? Math.max(...times) : Math.min(...times));
  return `${column} ${kind === 'before' ? '<' : '>='} ${parameter(time, 'timestamptz')}`;
}
