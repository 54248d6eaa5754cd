import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENT_TENANTS_SQL, systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** People and their sessions belong to no tenant, so no policy fits them: the app's role does not see them at all. */
const PEOPLE = [
  `create table user_account (
    id text primary key,
    name text not null,
    password_hash text not null,
    status text not null default 'active' constraint user_account__status__ck check (status in ('active', 'disabled')),
    is_operator boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now())`,

  `create table email_address (
    id text primary key,
    user_id text not null references user_account on delete cascade,
    email text not null constraint email_address__email__uq unique
      constraint email_address__lower_case__ck check (email = lower(email)),
    is_primary boolean not null,
    verified_at timestamptz(3),
    created_at timestamptz(3) not null default now())`,
  `create unique index email_address__primary__uq on email_address (user_id) where is_primary`,
  `create index email_address__user_id__ix on email_address (user_id)`,

  `create table session (
    id text primary key,
    user_id text not null references user_account on delete cascade,
    created_at timestamptz(3) not null default now(),
    last_seen_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    ip text,
    user_agent text)`,
  `create index session__user_id__ix on session (user_id, id)`,
  `grant select, insert, update, delete on user_account, email_address, session to identity_system`,
];

const SIGNING_KEYS = [
  `create table signing_key (
    kid text primary key,
    public_jwk jsonb not null,
    sealed_private_jwk text not null,
    created_at timestamptz(3) not null default now(),
    retired_at timestamptz(3))`,
  `grant select, insert, update on signing_key to identity_system`,
];

const OWN_TENANT = 'id = any ((select current_tenants())::text[])';

const TENANTS = [
  `create table tenant (
    id text primary key,
    name text not null,
    slug text not null constraint tenant__slug__uq unique,
    plan text not null default '',
    status text not null default 'active'
      constraint tenant__status__ck check (status in ('active', 'suspended', 'trial')),
    products text[] not null default '{}',
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now())`,
  `alter table tenant enable row level security`,
  `alter table tenant force row level security`,
  `create policy tenant on tenant to identity_app using (${OWN_TENANT}) with check (${OWN_TENANT})`,
  `grant select, insert, update, delete on tenant to identity_app`,
  ...systemAccessSql('tenant', 'identity', ['select']),

  `create table membership (
    tenant_id text not null references tenant on delete cascade,
    user_id text not null constraint membership__user_id__fk references user_account on delete cascade,
    role text not null constraint membership__role__ck check (role in ('owner', 'admin', 'member')),
    joined_at timestamptz(3) not null default now(),
    constraint membership__pk primary key (tenant_id, user_id))`,
  `create index membership__user_id__ix on membership (user_id, joined_at)`,
  ...tenantPolicySql('membership', 'identity'),
  ...systemAccessSql('membership', 'identity', ['select']),

  `create table api_key (
    id text not null,
    tenant_id text not null references tenant on delete cascade,
    name text not null,
    kind text not null constraint api_key__kind__ck check (kind in ('secret', 'publishable')),
    prefix text not null,
    secret_hash text not null constraint api_key__secret_hash__uq unique,
    scopes text[] not null,
    environment text not null constraint api_key__environment__ck check (environment in ('live', 'test')),
    created_by text not null,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3),
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    primary key (tenant_id, id))`,
  `create unique index api_key__id__uq on api_key (id)`,
  ...tenantPolicySql('api_key', 'identity'),
  // Across tenants a key is looked up by its hash, and its last use noted; nothing else of it can be changed that way.
  `create policy system_select on api_key for select to identity_system using (true)`,
  `create policy system_update on api_key for update to identity_system using (true) with check (true)`,
  `grant select, update (last_used_at) on api_key to identity_system`,
];

/** Changes of credentials that the credential view has not taken yet: written with the change, gone once in force. */
const VIEW_CHANGES = [
  `create table view_change (
    id bigint generated always as identity primary key,
    kind text not null,
    name text not null,
    created_at timestamptz(3) not null default now())`,
  `create index view_change__entry__ix on view_change (kind, name)`,
  `grant insert on view_change to identity_app`,
  `grant select, insert, update, delete on view_change to identity_system`,
];

const UP = [
  `create sequence id_node`,
  `grant usage on sequence id_node to identity_app, identity_system`,
  CURRENT_TENANTS_SQL,
  ...PEOPLE,
  ...SIGNING_KEYS,
  ...TENANTS,
  ...VIEW_CHANGES,
];

const TABLES = 'view_change, api_key, membership, tenant, signing_key, session, email_address, user_account';
const DOWN = [`drop table ${TABLES}`, 'drop function current_tenants()', 'drop sequence id_node'];

export class CreateIdentity1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
