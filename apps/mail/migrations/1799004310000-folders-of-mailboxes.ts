import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The folders of a mailbox are found by an index of all of them. The others are of system folders or of own ones alone, so that to list
 * the folders of a mailbox, or to delete it, read those of all mailboxes of the tenant.
 */
export class FoldersOfMailboxes1799004310000 implements MigrationInterface {
  /** The index is made while messages come. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists folder__mailbox__ix');
    await runner.query('create index concurrently folder__mailbox__ix on folder (tenant_id, mailbox_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists folder__mailbox__ix');
  }
}
