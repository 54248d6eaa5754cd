import type { MigrationInterface, QueryRunner } from 'typeorm';

const SLICE = 1_000;

interface Position {
  tenantId: string;
  id: string;
}

/**
 * Messages of versions without `message_tag` get their tags there. Each slice is a transaction of its own and locks only its
 * messages, so that one which is erased meanwhile does not get its tags back. It may run again.
 */
export class MessageTags1798295010000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const partitions = (await runner.query(
      `select relname as name from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'message'::regclass order by relname`,
    )) as { name: string }[];
    for (const { name } of partitions) await copyTags(runner, name);
  }

  /** The tags are those of the messages still. */
  async down(): Promise<void> {}
}

/** From partition to partition: they are under no policy, which would hide the rows from the owner. */
async function copyTags(runner: QueryRunner, messages: string): Promise<void> {
  const copy = `
    with slice as (
      select tenant_id, id, tags from ${messages} where (tenant_id, id) > ($1, $2) and jsonb_typeof(tags) = 'object'
      order by tenant_id, id limit ${SLICE} for share
    ), copied as (
      insert into ${messages.replace('message', 'message_tag')} (tenant_id, tag, message_id)
      select tenant_id, tag.key || ':' || tag.value, id from slice cross join jsonb_each_text(tags) as tag on conflict do nothing
    )
    select tenant_id as "tenantId", id from slice order by tenant_id desc, id desc limit 1`;
  let after: Position | undefined = { tenantId: '', id: '' };
  while (after) [after] = (await runner.query(copy, [after.tenantId, after.id])) as Position[];
}
