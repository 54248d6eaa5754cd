import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Counts of what a contact did or got each day, such as `email_aberto`, and when it last did something. */
export class ContactEventDays1799000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...tenantPolicySql('contact_event_day', 'crm'),
      ...tenantPolicySql('message_report', 'crm'),
      ...systemAccessSql('contact_event_day', 'crm', ['select', 'delete']),
      ...systemAccessSql('message_report', 'crm', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table message_report');
    await runner.query('drop table contact_event_day');
    await runner.query('alter table contact drop column last_person_activity_at');
  }
}

const SQL = [
  'alter table contact add column last_person_activity_at timestamptz(3)',
  'grant select (last_person_activity_at) on contact to crm_system',
  `create table contact_event_day (
     tenant_id text not null,
     contact_id text collate "C" not null,
     name text collate "C" not null,
     day date not null,
     n integer not null,
     constraint contact_event_day__pk primary key (tenant_id, contact_id, name, day)
   ) with (fillfactor = 80)`,
  // Contacts that did something since a day, without a look at the table.
  `create index contact_event_day__name__ix on contact_event_day (tenant_id, name, day, contact_id)`,
  // Days come in order, so that what has expired is found by a few blocks.
  `create index contact_event_day__day__ix on contact_event_day using brin (day)`,
  `create table message_report (
     tenant_id text not null,
     message_id text collate "C" not null,
     contact_id text collate "C" not null,
     change text not null,
     url_hash bytea not null,
     occurred_at timestamptz(3) not null,
     constraint message_report__pk primary key (tenant_id, message_id, contact_id, change, url_hash)
   )`,
  `create index message_report__contact__ix on message_report (tenant_id, contact_id)`,
  `create index message_report__occurred__ix on message_report using brin (occurred_at)`,
];
