import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type LoggedTable, triggersSql } from './1799000021000-contact-changes.js';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['segment', 'segment_member'];

/** Segments of contacts, and who is in them. */
export class Segments1799000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm')),
      ...LOGGED_TABLES.flatMap(triggersSql),
      ...systemAccessSql('segment', 'crm', ['select']),
      ...systemAccessSql('segment_member', 'crm', ['select']),
    ])
      await runner.query(statement);
    await runner.query('revoke select on segment from crm_system');
    await runner.query(
      'grant select (tenant_id, id, state, version, has_days, evaluated_on, deleted_at) on segment to crm_system',
    );
    await runner.query('grant select (tenant_id, time_zone) on account_settings to crm_system');
    for (const statement of [
      'drop policy if exists system_select on account_settings',
      'create policy system_select on account_settings for select to crm_system using (true)',
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop policy system_select on account_settings');
    await runner.query('revoke select on account_settings from crm_system');
    for (const { table, ...rows } of LOGGED_TABLES)
      for (const operation of Object.keys(rows)) {
        await runner.query(`drop trigger log_${operation}_of_${table} on ${table}`);
        await runner.query(`drop function log_${operation}_of_${table}()`);
      }
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const LOGGED = `false, array[$field], '{}'::jsonb, '{}'::jsonb`;
const LEAD = (row: string) =>
  `(${row}.contact_id, ${row}.form_id, ${row}.page_id, ${row}.captured_at, ${row}.retracted_at)`;
const COMPANY = (row: string) =>
  `(${row}.name, ${row}.cnpj, ${row}.sector, ${row}.size, ${row}.country, ${row}.deleted_at is null)`;

/** Tables beside those of contacts of which criteria read: a change of a row is one of its contacts. */
const LOGGED_TABLES: readonly LoggedTable[] = [
  {
    table: 'lead_receipt',
    insert: `select n.tenant_id, n.contact_id, ${LOGGED.replace('$field', "'forms'")} from new_rows n
              where n.contact_id is not null group by 1, 2`,
    update: `select n.tenant_id, side.contact_id, ${LOGGED.replace('$field', "'forms'")}
               from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.lead_id = n.lead_id
              cross join lateral (values (n.contact_id), (o.contact_id)) as side (contact_id)
              where side.contact_id is not null and ${LEAD('n')} is distinct from ${LEAD('o')} group by 1, 2`,
  },
  {
    table: 'company',
    update: `select n.tenant_id, contact.id, ${LOGGED.replace('$field', "'company'")}
               from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
               join contact on contact.tenant_id = n.tenant_id and contact.company_id = n.id
              where contact.deleted_at is null and ${COMPANY('n')} is distinct from ${COMPANY('o')}`,
  },
];

const SQL = [
  `create table segment (
     tenant_id text not null,
     id uuid not null,
     name text not null,
     name_key text not null,
     conjunction text not null,
     criteria jsonb not null,
     is_list boolean not null default false,
     version integer not null default 1,
     state text not null,
     evaluated integer not null default 0,
     evaluated_up_to text collate "C" not null default '',
     evaluated_on date,
     has_days boolean not null,
     reach integer not null default -1,
     reach_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     deleted_at timestamptz(3),
     constraint segment__pk primary key (tenant_id, id)
   )`,
  `create unique index segment__name__uq on segment (tenant_id, name_key) where deleted_at is null`,
  `create index segment__days__ix on segment (evaluated_on) where has_days and deleted_at is null`,
  `create table segment_member (
     tenant_id text not null,
     segment_id uuid not null,
     contact_id text collate "C" not null,
     since timestamptz(3) not null default now(),
     constraint segment_member__pk primary key (tenant_id, segment_id, contact_id)
   )`,
  `create index segment_member__contact__ix on segment_member (tenant_id, contact_id)`,
];
