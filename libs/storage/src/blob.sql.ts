import { exec, many, type SqlExecutor, type TenantId } from '#libs/persistence';
import type { BlobInfo } from './blob-store.js';

/** A column that holds hashes of blobs, beside a `tenant_id`; the two need an index, and the system role reads them. */
export interface BlobReference {
  table: string;
  column: string;
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

/** Inserts blobs, or touches them, so that no sweep deletes them for a day. No hash comes twice. */
export async function upsertBlobs(tx: SqlExecutor, tenantId: TenantId, blobs: readonly BlobInfo[]): Promise<void> {
  // Always in one order, so that two writers wait for each other and do not block each other.
  const sorted = blobs.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  await exec(
    tx,
    `insert into blob (tenant_id, hash, bytes) select $1, * from unnest($2::text[], $3::bigint[])
     on conflict on constraint blob__pk do update set touched_at = now()`,
    [tenantId, sorted.map(({ hash }) => hash), sorted.map(({ bytes }) => bytes)],
  );
}

async function change(tx: SqlExecutor, verb: string, blobs: readonly StaleBlob[]): Promise<void> {
  if (blobs.length === 0) return;
  await exec(tx, `${verb} where (tenant_id, hash) in (select * from unnest($1::text[], $2::text[]))`, [
    blobs.map(({ tenantId }) => tenantId),
    blobs.map(({ hash }) => hash),
  ]);
}
