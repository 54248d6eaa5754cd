import {
  entityColumns,
  exec,
  many,
  prepared,
  RowParameters,
  SET_TENANTS_SQL,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { BlobRow } from './blob.entity.js';
import type { BlobInfo } from './blob-store.js';

/** A column that holds hashes of blobs, beside a `tenant_id`; the two need an index, and the system role reads them. */
export interface BlobReference {
  table: string;
  column: string;
}

export interface BlobOfTenant extends BlobInfo {
  tenantId: TenantId;
  /** Null if it lies in the store. */
  content: Buffer | null;
}

export interface StaleBlob {
  tenantId: TenantId;
  hash: string;
  isReferenced: boolean;
}

/** Locks blobs that were last touched more than a day ago, and returns for each whether a row refers to it. */
export async function lockStaleBlobs(
  tx: SqlExecutor,
  references: readonly BlobReference[],
  limit: number,
): Promise<StaleBlob[]> {
  const referenced = references.map(
    ({ table, column }) =>
      `exists (select from ${table} r where r.tenant_id = due.tenant_id and r.${column} = due.hash)`,
  );
  return many<StaleBlob>(
    tx,
    `with due as materialized (
       select tenant_id, hash from blob where touched_at < now() - interval '1 day'
       order by touched_at limit $1 for update skip locked)
     select tenant_id as "tenantId", hash, ${referenced.join(' or ') || 'false'} as "isReferenced" from due`,
    [limit],
  );
}

export async function deleteBlobs(tx: SqlExecutor, blobs: readonly StaleBlob[]): Promise<void> {
  await change(tx, 'delete from blob', blobs);
}

export async function touchBlobs(tx: SqlExecutor, blobs: readonly StaleBlob[]): Promise<void> {
  await change(tx, 'update blob set touched_at = now()', blobs);
}

const BLOBS = new RowParameters<BlobOfTenant>(entityColumns(BlobRow, { without: ['createdAt', 'touchedAt'] }));
const COLUMNS = BLOBS.names.join(', ');

/** How many parameters {@link blobValues} returns. */
export const BLOB_PARAMETERS = BLOBS.parameters;

/**
 * SQL that inserts blobs, or touches them, so that no sweep deletes them for a day; in one order, so that two writers of the
 * same blobs do not wait for each other. It is a part of a statement whose CTE `setting` has the tenants, and sets them where
 * the statement is its own transaction.
 * @param firstParameter number of the first parameter of {@link blobValues}
 */
export const insertBlobsSql = (firstParameter: number): string => `
  insert into blob (${COLUMNS})
  select ${COLUMNS} from setting cross join ${BLOBS.sql(firstParameter)} given where tenants is not null
   order by tenant_id, hash
  on conflict on constraint blob__pk
  do update set touched_at = now(), content = coalesce(blob.content, excluded.content)`;

/** The parameters of {@link insertBlobsSql}: each blob once. */
export function blobValues(blobs: readonly BlobOfTenant[]): unknown[] {
  return BLOBS.values([...new Map(blobs.map((blob) => [`${blob.tenantId} ${blob.hash}`, blob])).values()]);
}

const UPSERT_BLOBS = prepared('upsert-blobs', `with setting as materialized (${SET_TENANTS_SQL}) ${insertBlobsSql(2)}`);

/** Inserts blobs, or touches them. One statement, which is its own transaction. */
export async function upsertBlobs(pool: SqlExecutor, tenants: string, blobs: readonly BlobOfTenant[]): Promise<void> {
  await exec(pool, UPSERT_BLOBS, [tenants, ...blobValues(blobs)]);
}

// `lateral` makes Postgres set the tenants before it looks at a row.
const BLOB_CONTENTS = prepared(
  'blob-contents',
  `with setting as materialized (${SET_TENANTS_SQL})
         select found.hash, found.content from setting, lateral (
           select hash, content from blob
            where setting.tenants is not null and tenant_id = $2 and hash = any ($3::text[]) and content is not null) found`,
);

/** The contents of blobs that lie in their rows, by their hashes. One statement, which is its own transaction. */
export async function contentsOfBlobs(
  pool: SqlExecutor,
  tenants: string,
  tenantId: TenantId,
  hashes: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await many<{ hash: string; content: Buffer }>(pool, BLOB_CONTENTS, [tenants, tenantId, hashes]);
  return new Map(rows.map(({ hash, content }) => [hash, content]));
}

async function change(tx: SqlExecutor, verb: string, blobs: readonly StaleBlob[]): Promise<void> {
  if (blobs.length === 0) return;
  await exec(tx, `${verb} where (tenant_id, hash) in (select * from unnest($1::text[], $2::text[]))`, [
    blobs.map(({ tenantId }) => tenantId),
    blobs.map(({ hash }) => hash),
  ]);
}
