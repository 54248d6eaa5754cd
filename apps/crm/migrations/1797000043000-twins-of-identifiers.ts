import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds contacts whose addresses differ by a tag, contacts of one name, and deleted contacts by an address. */
export class TwinsOfIdentifiers1797000043000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_identifier add column untagged_index bytea');
    await runner.query(`create index contact_identifier__untagged__ix on contact_identifier (tenant_id, untagged_index)
      where untagged_index is not null`);
    await runner.query(`create index contact_identifier__deleted__ix on contact_identifier (tenant_id, kind, blind_index)
      where not is_live`);
    await runner.query(`create index contact__name_key__ix on contact (tenant_id, name_key, id desc)
      where deleted_at is null and name_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index contact__name_key__ix');
    await runner.query('drop index contact_identifier__deleted__ix');
    await runner.query('alter table contact_identifier drop column untagged_index');
  }
}
