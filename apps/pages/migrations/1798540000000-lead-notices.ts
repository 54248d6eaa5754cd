import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';
import { ANNOUNCED_SQL, WITHOUT_ANNOUNCED_SQL } from '#libs/sites/forms';

const TABLES = ['form_notice', 'lead_notice'] as const;

/** Members who hear of a form's leads, and the automatic answer to its visitors. */
export class LeadNotices1798540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANNOUNCED_SQL);
    await runner.query(`
      create table form_notice (
        tenant_id text not null,
        form_id text collate "C" not null,
        member_ids text[] not null,
        includes_spam boolean not null,
        answers boolean not null,
        template_id text collate "C",
        sender_name text,
        sender_address text,
        window_started_at timestamptz(3),
        window_count integer not null default 0,
        held_count integer not null default 0,
        notice_fault text,
        notice_settled_at timestamptz(3),
        answer_fault text,
        answer_fault_detail text,
        answer_settled_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint form_notice__pk primary key (tenant_id, form_id),
        constraint form_notice__form__fk foreign key (tenant_id, form_id) references form (tenant_id, id)
      )`);
    await runner.query(`
      create table lead_notice (
        tenant_id text not null,
        lead_id text collate "C" not null,
        kind text not null,
        form_id text collate "C" not null,
        address_hash text collate "C",
        fault text,
        created_at timestamptz(3) not null default now(),
        constraint lead_notice__pk primary key (tenant_id, lead_id, kind),
        constraint lead_notice__lead__fk foreign key (tenant_id, lead_id) references lead (tenant_id, id) on delete cascade
      )`);
    await runner.query(`
      create index lead_notice__form__ix on lead_notice (tenant_id, form_id, created_at)`);
    for (const table of TABLES) for (const sql of tenantPolicySql(table, 'pages')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
    await runner.query(WITHOUT_ANNOUNCED_SQL);
  }
}
