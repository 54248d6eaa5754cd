import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appEventsSql } from '#libs/core/app-events';
import { idempotencySql } from '#libs/core/idempotency';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';
import { blobTableSql } from '#libs/core/storage';

const TABLES = ['organisation', 'mail_domain', 'dkim_signing_key', 'mailbox', 'mailbox_grant'];

/** Organisations with their domains and the keys that sign for them, and mailboxes with who may use them. */
export class DomainsAndMailboxes1797000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...appEventsSql('mail'),
      ...blobTableSql('mail'),
      ...idempotencySql('mail'),
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail')),
      // Mail comes in for a domain before its tenant is known; domains are checked again, and purged, for all tenants.
      ...systemAccessSql('mail_domain', 'mail', ['select', 'update', 'delete']),
      ...systemAccessSql('mailbox', 'mail', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES.toReversed(), 'idempotency_key', 'blob', 'app_event_received'])
      await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table organisation (
     tenant_id text not null,
     id uuid not null,
     name text,
     created_at timestamptz(3) not null default now(),
     constraint organisation__pk primary key (tenant_id, id)
   )`,
  `create unique index organisation__own__uq on organisation (tenant_id) where name is null`,
  `create table mail_domain (
     tenant_id text not null,
     id uuid not null,
     organisation_id uuid not null,
     name text collate "C" not null,
     ownership_token text not null default replace(gen_random_uuid()::text, '-', ''),
     verified_at timestamptz(3),
     missing_since timestamptz(3),
     last_checked_at timestamptz(3),
     next_check_at timestamptz(3) not null default now(),
     record_checks jsonb not null default '{}',
     catch_all_mailbox_id uuid,
     creates_mailboxes boolean not null default false,
     created_at timestamptz(3) not null default now(),
     removed_at timestamptz(3),
     constraint mail_domain__pk primary key (tenant_id, id),
     constraint mail_domain__organisation__fk foreign key (tenant_id, organisation_id)
       references organisation (tenant_id, id)
   )`,
  `create unique index mail_domain__name__uq on mail_domain (tenant_id, name) where removed_at is null`,
  `create unique index mail_domain__verified__uq on mail_domain (name)
     where verified_at is not null and removed_at is null`,
  `create index mail_domain__next_check__ix on mail_domain (next_check_at)
     where verified_at is not null and removed_at is null`,
  `create index mail_domain__removed__ix on mail_domain (removed_at) where removed_at is not null`,
  `create table dkim_signing_key (
     tenant_id text not null,
     id uuid not null,
     domain_id uuid not null,
     selector text not null,
     algorithm text not null,
     private_key text not null,
     public_key text not null,
     active boolean not null default false,
     created_at timestamptz(3) not null default now(),
     retired_at timestamptz(3),
     constraint dkim_signing_key__pk primary key (tenant_id, id),
     constraint dkim_signing_key__domain__fk foreign key (tenant_id, domain_id)
       references mail_domain (tenant_id, id) on delete cascade
   )`,
  `create index dkim_signing_key__domain__ix on dkim_signing_key (tenant_id, domain_id)`,
  `create table mailbox (
     tenant_id text not null,
     id uuid not null,
     domain_id uuid not null,
     local_part text collate "C" not null,
     address text collate "C" not null,
     display_name text not null,
     kind text not null,
     origin text not null,
     quota_bytes bigint not null,
     used_bytes bigint not null default 0,
     avatar_hash text collate "C",
     created_at timestamptz(3) not null default now(),
     removed_at timestamptz(3),
     constraint mailbox__pk primary key (tenant_id, id),
     constraint mailbox__domain__fk foreign key (tenant_id, domain_id) references mail_domain (tenant_id, id),
     constraint mailbox__kind__ck check (kind in ('personal', 'collective')),
     constraint mailbox__origin__ck check (origin in ('manual', 'legacy', 'automatic', 'account'))
   )`,
  `create unique index mailbox__address__uq on mailbox (tenant_id, address)`,
  `create index mailbox__domain__ix on mailbox (tenant_id, domain_id, id)`,
  `create index mailbox__avatar__ix on mailbox (tenant_id, avatar_hash) where avatar_hash is not null`,
  `create index mailbox__removed__ix on mailbox (removed_at) where removed_at is not null`,
  `alter table mail_domain add constraint mail_domain__catch_all__fk
     foreign key (tenant_id, catch_all_mailbox_id) references mailbox (tenant_id, id)`,
  `create table mailbox_grant (
     tenant_id text not null,
     mailbox_id uuid not null,
     user_id text collate "C" not null,
     role text not null,
     created_at timestamptz(3) not null default now(),
     constraint mailbox_grant__pk primary key (tenant_id, mailbox_id, user_id),
     constraint mailbox_grant__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade,
     constraint mailbox_grant__role__ck check (role in ('owner', 'manager', 'sender', 'reader'))
   )`,
  `create index mailbox_grant__user__ix on mailbox_grant (tenant_id, user_id)`,
];
