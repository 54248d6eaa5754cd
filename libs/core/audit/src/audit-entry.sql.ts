import { entityColumns, RowParameters } from '#libs/core/persistence';
import { AuditEntry } from './audit-entry.entity.js';
import { CHAIN_OF } from './schema.js';

/** Columns that the table and its chain fill in. */
type FilledIn = 'chain' | 'position' | 'previousHash' | 'hash' | 'occurredAt';

const ENTRY = entityColumns(AuditEntry, {
  without: ['chain', 'position', 'previousHash', 'hash', 'occurredAt'] satisfies FilledIn[],
});
const COLUMNS = Object.keys(ENTRY);

/** Returns the values of an entry in the order of its columns, objects as JSON. */
export const valuesInOrder = (entry: Omit<AuditEntry, FilledIn>): unknown[] =>
  Object.values(ENTRY).map(({ type, of }) => {
    const value = of(entry);
    return type === 'jsonb' && value ? JSON.stringify(value) : value;
  });

/** Parameters: those of `auditValues`. */
export const INSERT_AUDIT_ENTRY = `insert into audit_entry (${COLUMNS.join(', ')}) values (${parametersAfter(0)})`;

/**
 * A clause of the statement that makes a change, so that the statement needs no transaction: SQL that inserts an entry
 * for each row of `source`. What else the statement locks should come before it.
 * @param taken how many parameters the statement has before those of `auditValues`
 */
export function auditClause(source: string, taken: number): string {
  return `insert into audit_entry (${COLUMNS.join(', ')}) select ${parametersAfter(taken)} from ${source}`;
}

type Values = readonly unknown[];

const ROWS = new RowParameters<Values>(
  Object.fromEntries(
    COLUMNS.map((column, index) => [column, { type: 'text', of: (row) => row[index] as string | null }]),
  ),
);

/** Inserts several entries. The order is one for all processes, so that no two of them wait for each other's chains. */
const insertRows = (firstParameter: number, condition: string): string => {
  const values = COLUMNS.map((column) => (ENTRY[column]?.type === 'jsonb' ? `${column}::jsonb` : `entry.${column}`));
  return `insert into audit_entry (${COLUMNS.join(', ')}) select ${values.join(', ')} from ${ROWS.sql(firstParameter)} as entry
    ${condition} order by ${CHAIN_OF}, n`;
};

/** Parameters: those of `auditRows`. */
export const INSERT_AUDIT_ENTRIES = insertRows(1, '');

/**
 * {@link auditClause} for several entries: those whose object is in the column `id` of `source`.
 * @param taken how many parameters the statement has before those of `auditRows`
 */
export const auditRowsClause = (source: string, taken: number): string =>
  insertRows(taken + 1, `where object_id in (select id from ${source})`);

/** The parameters of an `auditRowsClause`, from the `auditValues` of each entry. */
export const auditRows = (entries: readonly Values[]): unknown[] => ROWS.values(entries);

function parametersAfter(taken: number): string {
  return COLUMNS.map((_column, index) => `$${taken + index + 1}`).join(', ');
}
