import type { MigrationInterface, QueryRunner } from 'typeorm';
import { defaultPartitionSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Tables for what comes back for sent mail: reports, what they tell of messages, suppressed addresses, and tracking. */
export class Feedback1795000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...reports(), ...suppressions(), ...tracking()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['tracking_setting', 'suppression', 'message_feedback', 'feedback_report']) {
      await runner.query(`drop table ${table}`);
    }
  }
}

/*
 * A report is kept as it came until it is understood, and then removed. What is left is a row for each thing that was
 * told of a message: a report that comes twice finds its row, and tells nothing.
 */
function reports(): string[] {
  return [
    `create table feedback_report (
       tenant_id text not null,
       id uuid not null,
       message_id text collate "C" not null,
       raw bytea not null,
       received_at timestamptz(3) not null default now(),
       constraint feedback_report__pk primary key (tenant_id, id)
     )`,
    `create table message_feedback (
       tenant_id text not null,
       message_id text collate "C" not null,
       key text collate "C" not null,
       event_id text collate "C" not null,
       created_at timestamptz(3) not null default now(),
       constraint message_feedback__pk primary key (tenant_id, message_id, key)
     ) partition by range (message_id)`,
    defaultPartitionSql('message_feedback'),
    ...tenantPolicySql('feedback_report', APP),
    ...tenantPolicySql('message_feedback', APP),
  ];
}

/** A UUID is no cursor, so an entry has a position beside it; the address is in lower case. */
function suppressions(): string[] {
  return [
    `create table suppression (
       tenant_id text not null,
       address text collate "C" not null,
       id uuid not null,
       position bigint not null,
       reason text not null,
       source text not null,
       message_id text collate "C",
       created_at timestamptz(3) not null default now(),
       constraint suppression__pk primary key (tenant_id, address),
       constraint suppression__id__uq unique (tenant_id, id),
       constraint suppression__position__uq unique (tenant_id, position),
       constraint suppression__reason__ck check (reason in ('bounce', 'complaint', 'unsubscribe', 'manual')),
       constraint suppression__source__ck check (source in ('report', 'link', 'api'))
     )`,
    ...tenantPolicySql('suppression', APP),
  ];
}

/** Settings of accounts for mail that does not say itself whether it is tracked. */
function tracking(): string[] {
  return [
    `create table tracking_setting (
       tenant_id text not null,
       opens boolean not null default false,
       clicks boolean not null default false,
       updated_at timestamptz(3) not null default now(),
       constraint tracking_setting__pk primary key (tenant_id)
     )`,
    ...tenantPolicySql('tracking_setting', APP),
  ];
}
