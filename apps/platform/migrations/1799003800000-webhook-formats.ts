import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints may have the form of another service; those that are there have our own. One of the forms is signed by a key of the installation. */
export class WebhookFormats1799003800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_endpoint add column format text not null default 'service'`);
    await runner.query(`create table webhook_signing_key (
       single boolean not null default true,
       private_key text not null,
       certificate text not null,
       created_at timestamptz(3) not null default now(),
       constraint webhook_signing_key__pk primary key (single),
       constraint webhook_signing_key__single__ck check (single)
     )`);
    await runner.query('grant select, insert on webhook_signing_key to platform_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    // The version before would send bodies that their receivers cannot read. Row-level security would hide the rows from the owner, too.
    await runner.query('alter table webhook_endpoint no force row level security');
    await runner.query(`update webhook_endpoint set active = false where format <> 'service'`);
    await runner.query('alter table webhook_endpoint force row level security');
    await runner.query('alter table webhook_endpoint drop column format');
    await runner.query('drop table webhook_signing_key');
  }
}
