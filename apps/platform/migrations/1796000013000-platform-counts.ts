import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of the whole platform, apart from tenants, and the alerts that operators have on them. */
export class PlatformCounts1796000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...counts(), ...alerts()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table alert_event, alert_rule, platform_sample, platform_count');
    await runner.query('drop policy system_select on usage_counter');
    await runner.query('revoke select on usage_counter from platform_system');
    await runner.query('drop policy system_select on event_total');
    await runner.query('revoke select on event_total from platform_system');
    await runner.query('drop index event_total__start__ix');
  }
}

/*
 * Sums over all tenants, by hour, made again and again of the tenants' own totals; a sample of the hour under way, by
 * minute, tells what had come by then. Totals come in the order of time, for which an index of block ranges costs next
 * to nothing.
 */
function counts(): string[] {
  return [
    `create index event_total__start__ix on event_total using brin (start) with (pages_per_range = 16)`,
    `create policy system_select on event_total for select to platform_system using (span = 'hour')`,
    `grant select on event_total to platform_system`,
    `create policy system_select on usage_counter for select to platform_system
       using (period = to_char(now() at time zone 'UTC', 'YYYY-MM'))`,
    `grant select on usage_counter to platform_system`,
    `create table platform_count (
       hour timestamptz(0) not null,
       channel text not null,
       event text not null,
       count bigint not null,
       constraint platform_count__pk primary key (hour, channel, event)
     ) with (fillfactor = 70)`,
    `create table platform_sample (
       at timestamptz(0) not null,
       channel text not null,
       event text not null,
       count bigint not null,
       constraint platform_sample__pk primary key (at, channel, event)
     )`,
    `grant select, insert, update, delete on platform_count, platform_sample to platform_system`,
  ];
}

/** Tables of alerts. An event has a copy of its rule: rules are changed and deleted, and what happened stays. */
function alerts(): string[] {
  return [
    `create table alert_rule (
       id uuid primary key,
       name text not null,
       metric text not null,
       operator text not null,
       threshold double precision not null,
       window_minutes integer not null,
       active boolean not null,
       state text not null default 'ok' constraint alert_rule__state__ck check (state in ('ok', 'firing')),
       value double precision,
       evaluated_at timestamptz(3),
       created_by text not null,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now()
     )`,
    `create table alert_event (
       position bigint primary key,
       rule_id uuid not null,
       name text not null,
       metric text not null,
       operator text not null,
       threshold double precision not null,
       window_minutes integer not null,
       type text not null constraint alert_event__type__ck check (type in ('fired', 'recovered')),
       value double precision,
       reason text not null,
       occurred_at timestamptz(3) not null default now(),
       notified_at timestamptz(3)
     )`,
    `create index alert_event__unnotified__ix on alert_event (position) where notified_at is null`,
    `grant select, insert, update, delete on alert_rule, alert_event to platform_system`,
  ];
}
