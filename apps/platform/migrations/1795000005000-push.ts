import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Devices that take push messages, and what a tenant's web site needs to make browsers such devices. */
export class Push1795000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...devices(), ...sites()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['push_site', 'push_device']) await runner.query(`drop table ${table}`);
  }
}

/** A token has up to 4,096 characters, too many for an index: its SHA-256 stands for it. */
function devices(): string[] {
  return [
    `create table push_device (
       tenant_id text not null,
       id uuid not null default uuidv7(),
       position bigint not null,
       platform text not null,
       token text not null,
       token_hash bytea not null,
       active boolean not null default true,
       created_at timestamptz(3) not null default now(),
       last_seen_at timestamptz(3) not null default now(),
       constraint push_device__pk primary key (tenant_id, id),
       constraint push_device__position__uq unique (tenant_id, position),
       constraint push_device__token__uq unique (tenant_id, token_hash)
     )`,
    ...tenantPolicySql('push_device', APP),
  ];
}

/**
 * A visitor's browser brings a site key and no other credential, so the tenant is looked up by it before it is known.
 * The role that does so sees these two columns alone.
 */
function sites(): string[] {
  return [
    `create table push_site (
       tenant_id text not null,
       site_key text collate "C" not null,
       public_key text not null,
       private_key text not null,
       created_at timestamptz(3) not null default now(),
       constraint push_site__pk primary key (tenant_id),
       constraint push_site__site_key__uq unique (site_key)
     )`,
    ...tenantPolicySql('push_site', APP),
    `create policy system_select on push_site for select to ${APP}_system using (true)`,
    `grant select (tenant_id, site_key) on push_site to ${APP}_system`,
  ];
}
