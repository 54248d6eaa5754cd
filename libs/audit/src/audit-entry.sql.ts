const COLUMNS = [
  'id',
  'tenant_id',
  'actor_kind',
  'actor_id',
  'session_id',
  'action',
  'object_type',
  'object_id',
  'reason',
  'before',
  'after',
  'ip',
  'user_agent',
  'request_id',
];

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

function parametersAfter(taken: number): string {
  return COLUMNS.map((_column, index) => `$${taken + index + 1}`).join(', ');
}
