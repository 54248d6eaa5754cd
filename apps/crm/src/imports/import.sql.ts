import {
  entityColumns,
  exec,
  many,
  RowParameters,
  rowsByKeys,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { IdentifierKind } from '../identifiers/identifiers.js';
import type { ContactImport } from './contact-import.entity.js';
import { ContactImportChange } from './undo/contact-import-change.entity.js';
import { ContactImportError } from './contact-import-error.entity.js';

export type IdentifierCounts = Record<IdentifierKind, number>;

/** How many identifiers of each kind contacts have. */
export async function countIdentifiers(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<Map<string, IdentifierCounts>> {
  const counts = new Map(contactIds.map((id) => [id, { email: 0, phone: 0 }]));
  if (counts.size === 0) return counts;
  const rows = await many<{ contactId: string; kind: IdentifierKind; count: number }>(
    tx,
    `select contact_id as "contactId", kind, count(*)::int as count from contact_identifier
     where ${rowsByKeys('contact_identifier', { contact_id: '$2::text[]' })} group by contact_id, kind`,
    [tenantId, [...counts.keys()]],
  );
  for (const { contactId, kind, count } of rows) counts.get(contactId)![kind] = count;
  return counts;
}

export type NewChange = Omit<ContactImportChange, 'isTouched'>;

const CHANGES = new RowParameters(entityColumns(ContactImportChange, { without: ['isTouched'] }));

/**
 * Records what an import changed. The first record of a contact keeps what it was before the import; a later one notices
 * whether something else changed it meanwhile.
 */
export async function upsertChanges(tx: SqlExecutor, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const columns = CHANGES.names.join(', ');
  await exec(
    tx,
    `insert into contact_import_change as known (${columns})
     select ${columns} from ${CHANGES.sql(1)} as given
     on conflict on constraint contact_import_change__pk do update set changed_at = excluded.changed_at,
       is_touched = known.is_touched or excluded.found_at is distinct from known.changed_at`,
    CHANGES.values(changes),
  );
}

const ERRORS = new RowParameters(entityColumns(ContactImportError, { without: [] }));

export async function insertErrors(tx: SqlExecutor, errors: readonly ContactImportError[]): Promise<void> {
  if (errors.length === 0) return;
  const columns = ERRORS.names.join(', ');
  await exec(
    tx,
    `insert into contact_import_error (${columns}) select ${columns} from ${ERRORS.sql(1)} as given`,
    ERRORS.values(errors),
  );
}

/** Imports of all tenants whose file or undo data is to be deleted now. */
export async function listExpiredImports(
  tx: SqlExecutor,
  limit: number,
): Promise<Pick<ContactImport, 'tenantId' | 'id'>[]> {
  return many(
    tx,
    `select tenant_id as "tenantId", id from contact_import where expires_at < now() order by expires_at limit $1`,
    [limit],
  );
}

/** Deletes imports of all tenants that ended so many days ago; returns how many. */
export async function deleteFinishedImports(tx: SqlExecutor, days: number, limit: number): Promise<number> {
  return exec(
    tx,
    `delete from contact_import where (tenant_id, id) in (
       select tenant_id, id from contact_import where finished_at < now() - $1 * interval '1 day' limit $2)`,
    [days, limit],
  );
}
