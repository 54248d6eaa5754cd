import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The content of received messages, by which a copy that was forwarded and one that came by itself are known to be the same. Messages
 * from before have none. The index is for those that say no id.
 */
export class ContentHashes1798320000000 implements MigrationInterface {
  /** The index is made while messages come. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mail_message add column if not exists content_hash bytea');
    await runner.query('drop index if exists mail_message__content_hash__ix');
    await runner.query(
      `create index concurrently mail_message__content_hash__ix on mail_message (tenant_id, mailbox_id, content_hash)
        where message_id is null and content_hash is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists mail_message__content_hash__ix');
    await runner.query('alter table mail_message drop column if exists content_hash');
  }
}
