import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Contacts, lists, and which contact is on which list. */
export class Contacts1795000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...contacts(), ...lists()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['contact_list_member', 'contact_list', 'contact']) await runner.query(`drop table ${table}`);
  }
}

/*
 * Both unique constraints are deferrable, which makes Postgres judge them at the end of a statement and not row by row:
 * an import may hand a telephone number from one contact to another. They do not begin with the tenant, nor does the
 * second index of the members: Postgres multiplies our condition on the tenant with that of row-level security, believes
 * every tenant to be tiny, and would as soon read all of a tenant in a second index as look up a key in the first. The collation of the name knows the case of
 * every script, whatever locale the database has.
 */
function contacts(): string[] {
  return [
    `create table contact (
       tenant_id text not null,
       id text collate "C" not null,
       email text,
       email_key text collate "C" generated always as (lower(email)) stored,
       phone text collate "C",
       name text collate "pg_unicode_fast",
       attributes jsonb not null default '{}',
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint contact__pk primary key (tenant_id, id),
       constraint contact__email__uq unique (email_key, tenant_id) deferrable,
       constraint contact__phone__uq unique (phone, tenant_id) deferrable,
       constraint contact__reachable__ck check (email is not null or phone is not null)
     )`,
    ...tenantPolicySql('contact', APP),
  ];
}

/** How many members a list has is kept beside them, in the transactions that change them. */
function lists(): string[] {
  return [
    `create table contact_list (
       tenant_id text not null,
       id text collate "C" not null,
       name text not null,
       slug text collate "C" not null,
       description text,
       member_count integer not null default 0,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint contact_list__pk primary key (tenant_id, id),
       constraint contact_list__slug__uq unique (tenant_id, slug),
       constraint contact_list__member_count__ck check (member_count >= 0)
     )`,
    `create table contact_list_member (
       tenant_id text not null,
       list_id text collate "C" not null,
       contact_id text collate "C" not null,
       added_at timestamptz(3) not null default now(),
       constraint contact_list_member__pk primary key (tenant_id, list_id, contact_id),
       constraint contact_list_member__list__fk foreign key (tenant_id, list_id)
         references contact_list (tenant_id, id) on delete cascade,
       constraint contact_list_member__contact__fk foreign key (tenant_id, contact_id)
         references contact (tenant_id, id) on delete cascade
     )`,
    `create index contact_list_member__contact__ix on contact_list_member (contact_id, tenant_id)`,
    ...tenantPolicySql('contact_list', APP),
    ...tenantPolicySql('contact_list_member', APP),
  ];
}
