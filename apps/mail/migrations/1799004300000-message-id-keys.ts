import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'mail_message__message_id__ix';
const on = (key: string): string => `mail_message (tenant_id, mailbox_id, ${key}) where message_id is not null`;

/**
 * Messages are found by the beginning of their Message-ID, as a `name`, which Postgres cuts at 63 bytes. Row-level security kept the
 * role of the app from the index on `hashtextextended`, which is not leakproof: each look for a Message-ID read the whole mailbox.
 * The whole Message-ID may be too long for an index, and `md5` is refused by a Postgres in FIPS mode.
 */
export class MessageIdKeys1799004300000 implements MigrationInterface {
  /** The index is made while messages come. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, '(message_id::name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, 'hashtextextended(message_id, 0)');
  }
}

async function replace(runner: QueryRunner, key: string): Promise<void> {
  await runner.query(`drop index if exists ${NAME}_new`);
  await runner.query(`create index concurrently ${NAME}_new on ${on(key)}`);
  await runner.query(`drop index if exists ${NAME}`);
  await runner.query(`alter index ${NAME}_new rename to ${NAME}`);
}
