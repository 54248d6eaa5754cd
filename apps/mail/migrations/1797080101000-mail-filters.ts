import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['mail_filter', 'label_rule_setting'];

/** Creates the filters of mailboxes, and the setting that says which labels rules apply. */
export class MailFilters1797080101000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail'))])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table mail_filter (
     tenant_id text not null,
     id uuid not null,
     mailbox_id uuid not null,
     name text not null,
     position integer not null,
     enabled boolean not null,
     query text not null,
     stops boolean not null,
     folder_id uuid,
     label_ids uuid[] not null,
     marks_read boolean not null,
     stars boolean not null,
     trashes boolean not null,
     forward_to text[] not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint mail_filter__pk primary key (tenant_id, id),
     constraint mail_filter__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create index mail_filter__mailbox__ix on mail_filter (tenant_id, mailbox_id, position)`,
  `create table label_rule_setting (
     tenant_id text not null,
     mailbox_id uuid not null,
     disabled text[] not null,
     updated_at timestamptz(3) not null default now(),
     constraint label_rule_setting__pk primary key (tenant_id, mailbox_id),
     constraint label_rule_setting__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
];
