import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes, and what each is on: now and before. */
const INDEXES = [
  [
    'thread_reference__thread__ix',
    'thread_reference (thread_id, mailbox_id, tenant_id)',
    'thread_reference (tenant_id, mailbox_id, thread_id)',
  ],
  [
    'mail_message__conversation__ix',
    `mail_message (tenant_id collate "C", mailbox_id, conversation_hash, sorted_at desc) where conversation_hash is not null`,
    'mail_message (tenant_id, mailbox_id, conversation_hash, sorted_at desc) where conversation_hash is not null',
  ],
] as const;

/**
 * The thread of a message is found by its index while the statistics are of an empty or tiny table, as they are in the first
 * import of an installation. Postgres took an index that begins with the mailbox for as good, and read the whole mailbox
 * for each reference.
 */
export class ThreadLookups1798310020000 implements MigrationInterface {
  /** The indexes are made while messages come. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of INDEXES) await replace(runner, name, on);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, , before] of INDEXES) await replace(runner, name, before);
  }
}

async function replace(runner: QueryRunner, name: string, on: string): Promise<void> {
  await runner.query(`drop index if exists ${name}_new`);
  await runner.query(`create index concurrently ${name}_new on ${on}`);
  await runner.query(`drop index if exists ${name}`);
  await runner.query(`alter index ${name}_new rename to ${name}`);
}
