import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is not to come in, as operators decide: blocked addresses and networks, data centres, and what is suggested to
 * them. None of it is a tenant's, so only the system role sees it.
 */
export class Admission1796000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...lists(), ...suggestions()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table block_suggestion, datacenter_asn, block_entry, admission_version');
  }
}

/** Every change takes the row of the version first, so that changes come one after another and each has a number. */
function lists(): string[] {
  return [
    `create table admission_version (
       id boolean primary key default true constraint admission_version__one__ck check (id),
       run uuid not null default gen_random_uuid(),
       number bigint not null default 0
     )`,
    `insert into admission_version default values`,
    `create table block_entry (
       id uuid primary key,
       position bigint not null constraint block_entry__position__uq unique,
       kind text not null constraint block_entry__kind__ck check (kind in ('email', 'domain', 'ip', 'cidr')),
       value text collate "C" not null,
       reason text not null,
       created_by text not null,
       created_at timestamptz(3) not null default now(),
       constraint block_entry__value__uq unique (kind, value)
     )`,
    `create table datacenter_asn (
       asn bigint primary key,
       name text not null,
       created_by text not null,
       created_at timestamptz(3) not null default now()
     )`,
    `grant select, update (number) on admission_version to platform_system`,
    `grant select, insert, delete on block_entry, datacenter_asn to platform_system`,
  ];
}

function suggestions(): string[] {
  return [
    `create table block_suggestion (
       id uuid primary key,
       kind text not null,
       value text collate "C" not null,
       signal text not null,
       evidence jsonb not null,
       status text not null default 'open'
         constraint block_suggestion__status__ck check (status in ('open', 'applied', 'dismissed')),
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       decided_by text,
       quiet_until timestamptz(3),
       constraint block_suggestion__value__uq unique (kind, value, signal)
     )`,
    `grant select, insert, update, delete on block_suggestion to platform_system`,
  ];
}
