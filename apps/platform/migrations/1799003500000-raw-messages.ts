import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Content may be a message whose MIME the sender wrote: a blob, to which `message_attachment` refers as to the others. */
export class RawMessages1799003500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table message_content add column raw jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table message_content drop column raw');
  }
}
