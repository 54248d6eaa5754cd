import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/**
 * How many chains a log has. All entries of a tenant are in one chain; different tenants mostly have different ones, so
 * that they seldom wait for each other. The number is fixed, so that verification notices when a whole chain is gone.
 */
export const CHAINS = 64;

/** The previous hash of the first entry of a chain. */
export const NO_HASH = '';

/** Heads of the chains. Only the log's trigger writes here; the system role reads it to verify the log. */
const CHAIN = [
  `create table audit_chain (
    chain smallint primary key,
    entries bigint not null default 0,
    hash text not null default '${NO_HASH}') with (fillfactor = 50)`,
  `insert into audit_chain (chain) select generate_series(0, ${CHAINS - 1})`,
];

const ENTRY = [
  `create table audit_entry (
    id text primary key,
    chain smallint not null,
    position bigint not null,
    previous_hash text not null,
    hash text not null,
    occurred_at timestamptz(3) not null,
    tenant_id text,
    actor_kind text not null,
    actor_id text,
    session_id text,
    action text not null,
    object_type text not null,
    object_id text not null,
    reason text,
    before jsonb,
    after jsonb,
    ip text,
    user_agent text,
    request_id text,
    constraint audit_entry__position__uq unique (chain, position))`,
  `create index audit_entry__tenant_id__ix on audit_entry (tenant_id, id)`,
  `create index audit_entry__actor_id__ix on audit_entry (actor_id, id)`,
  `create index audit_entry__action__ix on audit_entry (action text_pattern_ops, id)`,
  `create index audit_entry__object_id__ix on audit_entry (object_id, id)`,
];

/** SQL expression for the chain of an entry. */
export const CHAIN_OF = `hashtext(coalesce(tenant_id, object_id)) & ${CHAINS - 1}`;

/** One field of what is hashed: length in bytes, colon, text, comma; a hyphen for null. See canonical.ts. */
const FIELD = `
  create function audit_field(value text) returns text immutable parallel safe language sql
  return coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-') || ','`;

/**
 * Appends a new entry to its chain. Transactions that append to the same chain wait for each other, so that positions
 * are in order and a rollback leaves no gap.
 */
const APPEND = `
  create function audit_append() returns trigger security definer set search_path = public, pg_temp language plpgsql as $$
  declare
    head audit_chain;
  begin
    new.chain := hashtext(coalesce(new.tenant_id, new.object_id)) & ${CHAINS - 1};
    select * into strict head from audit_chain where chain = new.chain for update;
    new.position := head.entries + 1;
    new.previous_hash := head.hash;
    new.occurred_at := date_trunc('milliseconds', clock_timestamp());
    new.hash := encode(sha256(convert_to(
      audit_field(new.previous_hash) || audit_field(new.chain::text) || audit_field(new.position::text) ||
      audit_field(new.id) || audit_field((extract(epoch from new.occurred_at) * 1000)::bigint::text) ||
      audit_field(new.tenant_id) || audit_field(new.actor_kind) || audit_field(new.actor_id) ||
      audit_field(new.session_id) || audit_field(new.action) || audit_field(new.object_type) ||
      audit_field(new.object_id) || audit_field(new.reason) || audit_field(new.before::text) ||
      audit_field(new.after::text) || audit_field(new.ip) || audit_field(new.user_agent) ||
      audit_field(new.request_id), 'UTF8')), 'hex');
    update audit_chain set entries = new.position, hash = new.hash where chain = new.chain;
    return new;
  end $$`;

const REFUSE = `
  create function audit_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit log takes entries and lets none be changed or removed' using errcode = '42501';
  end $$`;

const TRIGGERS = [
  `create trigger append before insert on audit_entry for each row execute function audit_append()`,
  `create trigger refuse before update or delete or truncate on audit_entry
     for each statement execute function audit_refuse()`,
];

/**
 * SQL that creates the audit log in an app's database. The app's role inserts and reads entries of its transaction's
 * tenants; the system role inserts entries of any tenant and of none, and reads all.
 */
export function auditSchemaSql(app: string): string[] {
  return [
    ...CHAIN,
    ...ENTRY,
    FIELD,
    APPEND,
    REFUSE,
    ...TRIGGERS,
    ...tenantPolicySql('audit_entry', app),
    `revoke update, delete on audit_entry from ${app}_app`,
    ...systemAccessSql('audit_entry', app, ['select', 'insert']),
    `grant select on audit_chain to ${app}_system`,
  ];
}

/** SQL that drops the log. */
export const AUDIT_DOWN_SQL: readonly string[] = [
  'drop table audit_entry, audit_chain',
  'drop function audit_append(), audit_refuse(), audit_field(text)',
];
