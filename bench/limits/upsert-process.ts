// The limit beside `bulk-contacts`: the same upsert with unnest, one statement an import, straight over pg.
import pg from 'pg';
import { newId } from '#libs/core/persistence';
import { importRows, type ContactRow } from '../support/contacts.js';
import { answerParent } from '../support/helper-process.js';

export interface UpsertRun {
  databaseUrl: string;
  tenantIds: string[];
  rows: number;
  first: number;
  imports: number;
}

/** A table like the platform's. ON CONFLICT needs its unique constraints to be immediate. */
const TABLE = `
  create table if not exists contact_limit (like contact including defaults including generated,
    primary key (tenant_id, id), unique (tenant_id, email_key), unique (tenant_id, phone))`;

const UPSERT = `
  insert into contact_limit (tenant_id, id, email, phone, name, attributes)
  select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[])
  on conflict (tenant_id, email_key) do update
    set email = excluded.email, phone = excluded.phone, name = excluded.name, attributes = excluded.attributes,
        updated_at = now()
  returning xmax = 0 as created`;

/** Contacts per second. */
async function run({ databaseUrl, tenantIds, rows, first, imports }: UpsertRun): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: tenantIds.length });
  await pool.query(TABLE);
  const batches = Array.from({ length: imports }, (_, n) => importRows(first + n, rows));
  const started = performance.now();
  await Promise.all(tenantIds.map((tenantId) => upsertAll(pool, tenantId, batches)));
  const took = (performance.now() - started) / 1_000;
  await pool.end();
  return (tenantIds.length * imports * rows) / took;
}

async function upsertAll(pool: pg.Pool, tenantId: string, batches: readonly ContactRow[][]): Promise<void> {
  const client = await pool.connect();
  for (const batch of batches) {
    await client.query(UPSERT, [
      tenantId,
      batch.map(() => newId('cnt')),
      batch.map(({ Email }) => Email),
      batch.map(({ Phone }) => Phone),
      batch.map(({ Name }) => Name),
      batch.map(({ Attributes }) => JSON.stringify(Attributes)),
    ]);
  }
  client.release();
}

answerParent({ run });
