import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes, and what each is on: now and before. */
const INDEXES = [
  [
    'contact_identifier__value__uq',
    'contact_identifier (blind_index, kind, tenant_id collate "C") where is_live',
    'contact_identifier (tenant_id, kind, blind_index) where is_live',
  ],
  [
    'contact_identifier__untagged__ix',
    'contact_identifier (untagged_index, tenant_id collate "C") where untagged_index is not null',
    'contact_identifier (tenant_id, untagged_index) where untagged_index is not null',
  ],
  [
    'contact__name_key__ix',
    'contact (tenant_id collate "C", name_key, id desc) where deleted_at is null and name_key is not null',
    'contact (tenant_id, name_key, id desc) where deleted_at is null and name_key is not null',
  ],
] as const;

/**
 * Look-ups by a value use the index on it while the statistics are of an empty or tiny table, as they are in the first import
 * of an installation. With other conditions on the tenant than this collation, Postgres takes any index on the tenant for as
 * good, and reads all that the tenant has for each value. Row-level security's own condition has another collation, and does
 * not reach these columns. Blind indexes are made with a key of the tenant, so that the value alone finds them.
 */
export class LookupIndexes1798310010000 implements MigrationInterface {
  /** All but the unique index are made while contacts are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [index, on] of INDEXES) await replace(runner, index, on);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [index, , before] of INDEXES) await replace(runner, index, before);
  }
}

async function replace(runner: QueryRunner, index: string, on: string): Promise<void> {
  const kind = index.endsWith('__uq') ? 'unique index' : 'index concurrently';
  await runner.query(`drop index if exists ${index}_new`);
  await runner.query(`create ${kind} ${index}_new on ${on}`);
  await runner.query(`drop index if exists ${index}`);
  await runner.query(`alter index ${index}_new rename to ${index}`);
}
