import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['dmarc_report', 'dmarc_report_record', 'tls_report'];

/** Creates the tables of reports: of receivers on mail from a domain (DMARC), of senders on their connections to it (TLS-RPT). */
export class TrustReports1797000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail')),
      // The sweep of old reports; their records go with them.
      ...systemAccessSql('dmarc_report', 'mail', ['select', 'delete']),
      ...systemAccessSql('tls_report', 'mail', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table inbound_message drop column report_domain_ids');
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table dmarc_report (
     tenant_id text not null,
     id uuid not null,
     domain_id uuid not null,
     reporter text collate "C" not null,
     report_id text collate "C" not null,
     begins_at timestamptz(3) not null,
     ends_at timestamptz(3) not null,
     record_count integer not null,
     received_at timestamptz(3) not null,
     constraint dmarc_report__pk primary key (tenant_id, id),
     constraint dmarc_report__report__uq unique (tenant_id, domain_id, reporter, report_id),
     constraint dmarc_report__domain__fk foreign key (tenant_id, domain_id)
       references mail_domain (tenant_id, id) on delete cascade
   )`,
  `create index dmarc_report__domain__ix on dmarc_report (tenant_id, domain_id, begins_at)`,
  `create index dmarc_report__received__ix on dmarc_report (tenant_id, domain_id, received_at)`,
  `create index dmarc_report__begins_at__ix on dmarc_report (begins_at)`,
  `create table dmarc_report_record (
     tenant_id text not null,
     dmarc_report_id uuid not null,
     position integer not null,
     source_ip inet not null,
     messages bigint not null,
     disposition text not null,
     spf_passed boolean not null,
     dkim_passed boolean not null,
     constraint dmarc_report_record__pk primary key (tenant_id, dmarc_report_id, position),
     constraint dmarc_report_record__report__fk foreign key (tenant_id, dmarc_report_id)
       references dmarc_report (tenant_id, id) on delete cascade,
     constraint dmarc_report_record__disposition__ck check (disposition in ('none', 'quarantine', 'reject'))
   )`,
  `create table tls_report (
     tenant_id text not null,
     id uuid not null,
     domain_id uuid not null,
     reporter text collate "C" not null,
     report_id text collate "C" not null,
     begins_at timestamptz(3) not null,
     ends_at timestamptz(3) not null,
     successful bigint not null,
     failed bigint not null,
     failures jsonb not null,
     received_at timestamptz(3) not null,
     constraint tls_report__pk primary key (tenant_id, id),
     constraint tls_report__report__uq unique (tenant_id, domain_id, reporter, report_id),
     constraint tls_report__domain__fk foreign key (tenant_id, domain_id)
       references mail_domain (tenant_id, id) on delete cascade
   )`,
  `create index tls_report__domain__ix on tls_report (tenant_id, domain_id, begins_at)`,
  `create index tls_report__received__ix on tls_report (tenant_id, domain_id, received_at)`,
  `create index tls_report__begins_at__ix on tls_report (begins_at)`,
  `alter table inbound_message add column report_domain_ids jsonb not null default '[]'`,
];
