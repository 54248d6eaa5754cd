import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = [
  'journey',
  'journey_version',
  'enrollment',
  'enrollment_step',
  'journey_count',
  'contact_message_day',
  'messaging_settings',
];

/**
 * Columns by which the engine finds who has work that is due, the sweep whose journeys wait for silence, and the retention which enrollments
 * ended long ago.
 */
const SYSTEM_COLUMNS = {
  journey: ['tenant_id', 'id', 'trigger', 'active', 'reentry', 'deleted_at', 'swept_at'],
  enrollment: ['tenant_id', 'id', 'journey_id', 'contact_id', 'state', 'due_at', 'entered_at', 'ended_at'],
  enrollment_step: ['tenant_id', 'enrollment_id'],
} as const;

/** Journeys of contacts: what they do, who is inside, and what happened to each. */
export class Journeys1799000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm'))])
      await runner.query(statement);
    for (const [table, columns] of Object.entries(SYSTEM_COLUMNS)) {
      await runner.query(`create policy system_select on ${table} for select to crm_system using (true)`);
      await runner.query(`grant select (${columns.join(', ')}) on ${table} to crm_system`);
    }
    await runner.query(`create policy system_delete on enrollment for delete to crm_system using (state = 'ended')`);
    await runner.query('create policy system_delete on enrollment_step for delete to crm_system using (true)');
    await runner.query('grant delete on enrollment, enrollment_step to crm_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table journey (
     tenant_id text not null,
     id uuid not null,
     name text not null,
     trigger text not null,
     parameters jsonb not null,
     active boolean not null default false,
     version integer not null,
     reentry text not null,
     exit_criteria jsonb,
     goal jsonb,
     swept_at timestamptz(3),
     swept_contact text collate "C" not null default '',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     deleted_at timestamptz(3),
     constraint journey__pk primary key (tenant_id, id)
   )`,
  `create index journey__active__ix on journey (tenant_id, trigger) where active and deleted_at is null`,
  `create index journey__sweep__ix on journey (swept_at)
     where active and deleted_at is null and trigger = 'inactivity'`,
  `create table journey_version (
     tenant_id text not null,
     journey_id uuid not null,
     version integer not null,
     steps jsonb not null,
     created_at timestamptz(3) not null default now(),
     constraint journey_version__pk primary key (tenant_id, journey_id, version)
   )`,
  // Rows are updated at each step: a third of each page is room for that.
  `create table enrollment (
     tenant_id text not null,
     id uuid not null,
     journey_id uuid not null,
     version integer not null,
     contact_id text collate "C" not null,
     step integer not null default 1,
     seq integer not null default 0,
     state text not null default 'waiting',
     due_at timestamptz(3),
     is_counted boolean not null default false,
     cause jsonb not null,
     attempts smallint not null default 0,
     last_error text,
     entered_at timestamptz(3) not null,
     ended_at timestamptz(3),
     outcome text,
     reason text,
     constraint enrollment__pk primary key (tenant_id, id),
     constraint enrollment__state__ck check (state in ('waiting', 'paused', 'ended')),
     constraint enrollment__due__ck check ((state = 'ended') = (due_at is null))
   ) with (fillfactor = 70)`,
  `create unique index enrollment__live__uq on enrollment (tenant_id, journey_id, contact_id) where state <> 'ended'`,
  `create index enrollment__due__ix on enrollment (due_at) where state = 'waiting'`,
  `create index enrollment__tenant_due__ix on enrollment (tenant_id, due_at) where state = 'waiting'`,
  `create index enrollment__ended__ix on enrollment (ended_at) where state = 'ended'`,
  `create index enrollment__contact__ix on enrollment (tenant_id, contact_id, journey_id, entered_at)`,
  `create table enrollment_step (
     tenant_id text not null,
     enrollment_id uuid not null,
     seq integer not null,
     step integer not null,
     outcome text not null,
     at timestamptz(3) not null,
     detail jsonb,
     message_id uuid,
     opened_at timestamptz(3),
     clicked_at timestamptz(3),
     constraint enrollment_step__pk primary key (tenant_id, enrollment_id, seq)
   )`,
  `create table journey_count (
     tenant_id text not null,
     journey_id uuid not null,
     version integer not null,
     step integer not null,
     day date not null,
     entered integer not null default 0,
     departed integer not null default 0,
     failed integer not null default 0,
     constraint journey_count__pk primary key (tenant_id, journey_id, version, step, day)
   ) with (fillfactor = 70)`,
  `create index journey_count__day__ix on journey_count (tenant_id, day)`,
  `create table contact_message_day (
     tenant_id text not null,
     contact_id text collate "C" not null,
     day date not null,
     sent integer not null,
     constraint contact_message_day__pk primary key (tenant_id, contact_id)
   ) with (fillfactor = 70)`,
  `create table messaging_settings (
     tenant_id text not null,
     quiet_from text not null,
     quiet_to text not null,
     daily_cap integer not null,
     updated_at timestamptz(3) not null default now(),
     constraint messaging_settings__pk primary key (tenant_id)
   )`,
];
