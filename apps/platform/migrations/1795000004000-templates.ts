import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Templates of messages. */
export class Templates1795000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table template (
        tenant_id text not null,
        id text collate "C" not null,
        name text not null,
        channel text not null,
        subject text,
        html text,
        text text,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint template__pk primary key (tenant_id, id),
        constraint template__name__uq unique (tenant_id, name)
      )`);
    for (const statement of tenantPolicySql('template', 'platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table template');
  }
}
