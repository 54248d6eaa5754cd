import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Rules by which the contacts of an account have a score. */
export class Scores1799000051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...tenantPolicySql('score_rules', 'crm'), ...SYSTEM])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table score_rules');
  }
}

const SQL = [
  `create table score_rules (
     tenant_id text not null,
     rules jsonb not null,
     version integer not null default 1,
     state text not null,
     evaluated integer not null default 0,
     evaluated_up_to text collate "C" not null default '',
     evaluated_on date,
     has_days boolean not null,
     updated_at timestamptz(3) not null default now(),
     constraint score_rules__pk primary key (tenant_id)
   )`,
  `create index score_rules__days__ix on score_rules (evaluated_on) where has_days`,
];

/** The system role finds what a new day changes, and reads no rule. */
const SYSTEM = [
  'create policy system_select on score_rules for select to crm_system using (true)',
  'grant select (tenant_id, state, has_days, evaluated_on) on score_rules to crm_system',
];
