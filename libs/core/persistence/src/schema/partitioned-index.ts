import type { QueryRunner } from 'typeorm';

/**
 * Makes an index of a partitioned table while its rows are written, for a migration without a transaction. Postgres makes
 * none `concurrently` on the whole: it is made on each partition, and they are put together. Partitions that come meanwhile
 * have it from their table. Interrupted, it begins again.
 * @param on the columns and the condition: `(tenant_id, recipient, id)`
 */
export async function createIndexByPartition(
  runner: Pick<QueryRunner, 'query'>,
  { name, table, on }: { name: string; table: string; on: string },
): Promise<void> {
  await runner.query(`drop index if exists ${name}`);
  await runner.query(`create index ${name} on only ${table} ${on}`);
  for (const { partition } of await partitionsWithout(runner, name, table)) {
    const part = `${partition}__${name}`.slice(-NAME_MAX);
    await runner.query(`drop index concurrently if exists ${part}`);
    await runner.query(`create index concurrently ${part} on ${partition} ${on}`);
    await runner.query(`alter index ${name} attach partition ${part}`);
  }
}

/** Characters of a name at most, less those of a quote. */
const NAME_MAX = 60;

async function partitionsWithout(
  runner: Pick<QueryRunner, 'query'>,
  name: string,
  table: string,
): Promise<{ partition: string }[]> {
  return (await runner.query(
    `select part.relid::text as partition from pg_partition_tree($1::regclass) as part
     where part.isleaf and not exists (
       select from pg_inherits join pg_index on indexrelid = inhrelid
       where inhparent = $2::regclass and indrelid = part.relid)
     order by 1`,
    [table, name],
  )) as { partition: string }[];
}
