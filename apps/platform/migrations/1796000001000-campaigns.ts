import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Campaigns: one e-mail to every contact of a list, and the progress of each campaign. */
export class Campaigns1796000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table campaign (
        tenant_id text not null,
        id text collate "C" not null,
        name text not null,
        status text not null default 'draft',
        environment text not null,
        list_id text collate "C" not null,
        content jsonb not null,
        send_at timestamptz(3),
        run integer not null default 0,
        reached text collate "C" not null default '',
        recipients integer not null default 0,
        accepted integer not null default 0,
        skipped integer not null default 0,
        failed integer not null default 0,
        error text,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        ended_at timestamptz(3),
        constraint campaign__pk primary key (tenant_id, id),
        constraint campaign__status__ck
          check (status in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'))
      )`);
    for (const statement of tenantPolicySql('campaign', 'platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table campaign');
  }
}
