import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['consent_change', 'lead_receipt'];

/** Tables for the leads of Pages and the contacts they became, and for the messages that contacts allow. */
export class LeadsAndConsent1797000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm'))])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table lead_receipt (
     tenant_id text not null,
     lead_id text collate "C" not null,
     captured_at timestamptz(3),
     retracted_at timestamptz(3),
     contact_id text collate "C",
     activity_id uuid,
     made_contact boolean not null default false,
     has_primary_email boolean not null default false,
     contact_updated_at timestamptz(3),
     email_status text,
     confirmed_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     constraint lead_receipt__pk primary key (tenant_id, lead_id)
   )`,
  `create index lead_receipt__contact__ix on lead_receipt (tenant_id, contact_id) where contact_id is not null`,
  `create table consent_change (
     tenant_id text not null,
     contact_id text collate "C" not null,
     id uuid not null,
     channel text not null,
     granted boolean not null,
     author_id text collate "C",
     lead_id text collate "C",
     is_void boolean not null default false,
     sealed bytea,
     created_at timestamptz(3) not null default now(),
     constraint consent_change__pk primary key (tenant_id, contact_id, id),
     constraint consent_change__contact__fk foreign key (tenant_id, contact_id) references contact (tenant_id, id)
   )`,
  `create index consent_change__lead__ix on consent_change (tenant_id, lead_id) where lead_id is not null`,
];
