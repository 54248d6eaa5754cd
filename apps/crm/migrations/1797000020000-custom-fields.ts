import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Fields that accounts add to their contacts. */
export class CustomFields1797000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table custom_field (
        tenant_id text not null,
        id uuid not null,
        key text collate "C" not null,
        label text not null,
        type text not null,
        options text[] not null,
        is_required boolean not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        deleted_at timestamptz(3),
        constraint custom_field__pk primary key (tenant_id, id),
        constraint custom_field__key__uq unique (tenant_id, key)
      )`);
    for (const statement of tenantPolicySql('custom_field', 'crm')) await runner.query(statement);
    await runner.query(
      `create index contact__custom__ix on contact using gin (tenant_id, custom jsonb_path_ops) where deleted_at is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index contact__custom__ix');
    await runner.query('drop table custom_field');
  }
}
