import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['contact_watch', 'contact_change'];

/**
 * The log of changed contacts, which triggers write, for tenants that somebody watches. They run once for a statement, on all
 * tables that criteria read; for the others they cost a lock in memory and a look at an empty index.
 */
export class ContactChanges1799000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm')),
      ...systemAccessSql('contact_change', 'crm', ['select', 'delete']),
      ...LOGGED_TABLES.flatMap(triggersSql),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, ...rows } of LOGGED_TABLES)
      for (const operation of Object.keys(rows)) {
        await runner.query(`drop trigger log_${operation}_of_${table} on ${table}`);
        await runner.query(`drop function log_${operation}_of_${table}()`);
      }
    await runner.query('drop function is_contact_watched(text)');
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

/** Number of the lock `contact watch`. */
const WATCH_LOCK = 7_236_455;

const SQL = [
  `create table contact_watch (
     tenant_id text not null,
     watcher text not null,
     created_at timestamptz(3) not null default now(),
     constraint contact_watch__pk primary key (tenant_id, watcher)
   )`,
  `create table contact_change (
     tenant_id text not null,
     seq bigint generated always as identity,
     contact_id text collate "C" not null,
     is_new boolean not null,
     fields text[] not null,
     before jsonb not null,
     after jsonb not null,
     cause jsonb,
     is_apart boolean not null default false,
     changed_at timestamptz(3) not null default now(),
     constraint contact_change__pk primary key (tenant_id, seq)
   ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
  `create index contact_change__apart__ix on contact_change (tenant_id, contact_id) where is_apart`,
  /*
   * With the lock, whoever begins to watch waits for this transaction, and this one for who has begun to: each statement of
   * the function sees what was committed until then. A tenant that is removed logs nothing more.
   */
  `create function is_contact_watched(tenant text) returns boolean volatile language plpgsql as $$
   begin
     perform pg_advisory_xact_lock_shared(hashtextextended(tenant, ${WATCH_LOCK}));
     if not exists (select from contact_watch w where w.tenant_id = tenant) then return false; end if;
     return not exists (select from tenant_removal r where r.tenant_id = tenant);
   end $$`,
];

/** A table with the SELECTs of what each kind of statement logs: tenant, contact, is_new, fields, before, after. */
export interface LoggedTable {
  table: string;
  insert?: string;
  update: string;
  delete?: string;
}

/** Columns of a contact whose values are logged. `custom` is logged by key, a deletion or erasure as `is_deleted`. */
const COLUMNS = [
  'lifecycle',
  'stage',
  'name',
  'owner_id',
  'tags',
  'job_title',
  'company_id',
  'country',
  'state',
  'city',
  'time_zone',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'device',
  'os',
  'browser',
  'ip_country',
  'email_status',
  'score',
  'last_person_activity_at',
];

const rowOf = (of: string) =>
  `(${[...COLUMNS, 'custom', 'deleted_at', 'anonymized_at'].map((column) => `${of}.${column}`).join(', ')})`;
const isGone = (of: string) => `(${of}.deleted_at is not null or ${of}.anonymized_at is not null)`;
const given = (make: (column: string) => string) => COLUMNS.map((column) => `(${make(column)})`).join(', ');

/** An erasure logs no values: the log would keep what it empties. */
const CONTACT: LoggedTable = {
  table: 'contact',
  insert: `
    select n.tenant_id, n.id, true, coalesce(d.fields, '{}'), '{}'::jsonb, coalesce(d.after, '{}')
      from new_rows n
     cross join lateral (
       select array_agg(field), jsonb_object_agg(field, after) from (
         select * from (values ${given((column) => `'${column}', to_jsonb(n.${column})`)}) as native (field, after)
         union all select 'custom.' || key, value from jsonb_each(n.custom)
       ) as one where after is not null and after <> '[]'
     ) as d (fields, after)
     where not ${isGone('n')}`,
  update: `
    select n.tenant_id, n.id, false, d.fields, d.before, d.after
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
     cross join lateral (
       select array_agg(field), jsonb_object_agg(field, before), jsonb_object_agg(field, after) from (
         select 'is_deleted', to_jsonb(${isGone('o')}), to_jsonb(${isGone('n')})
         union all select * from (values ${given((column) => `'${column}', to_jsonb(o.${column}), to_jsonb(n.${column})`)}) as native
          where n.anonymized_at is null
         union all select 'custom.' || key, o.custom -> key, n.custom -> key from jsonb_object_keys(o.custom || n.custom) as key
          where n.anonymized_at is null
       ) as one (field, before, after) where before is distinct from after
     ) as d (fields, before, after)
     where ${rowOf('o')} is distinct from ${rowOf('n')} and not (${isGone('o')} and ${isGone('n')}) and d.fields is not null`,
  delete: `
    select o.tenant_id, o.id, false, array['is_deleted'], '{"is_deleted": false}'::jsonb, '{"is_deleted": true}'::jsonb
      from old_rows o where not ${isGone('o')}`,
};

interface DetailTable {
  table: string;
  /** Columns that identify a row, but for the tenant. */
  key: readonly string[];
  /** Columns by which a row differs. */
  differs: readonly string[];
  /** Expression for the name of the field that is logged, without values. */
  field: (of: string) => string;
}

/** Logs that something of the contact changed which is in rows of another table. */
function detailTable({ table, key, differs, field }: DetailTable): LoggedTable {
  const select = (contact: string, name: string, from: string) => `
    select ${contact.replace('contact_id', 'tenant_id')}, ${contact}, false, array_agg(distinct ${name}), '{}'::jsonb, '{}'::jsonb
      from ${from} group by 1, 2`;
  const same = ['tenant_id', ...key].map((column) => `n.${column} = o.${column}`).join(' and ');
  const isOther = differs.map((column) => `n.${column} is distinct from o.${column}`).join(' or ');
  const sides = `(values (n.tenant_id, n.contact_id, ${field('n')}), (o.tenant_id, o.contact_id, ${field('o')}))`;
  return {
    table,
    insert: select('n.contact_id', field('n'), 'new_rows n'),
    update: select(
      'side.contact_id',
      'side.field',
      `new_rows n join old_rows o on ${same}
       cross join lateral ${sides} as side (tenant_id, contact_id, field) where ${isOther}`,
    ),
    delete: select('o.contact_id', field('o'), 'old_rows o'),
  };
}

const EVENT_DAY = detailTable({
  table: 'contact_event_day',
  key: ['contact_id', 'name', 'day'],
  differs: ['n'],
  field: () => `'events'::text`,
});

const LOGGED_TABLES: readonly LoggedTable[] = [
  CONTACT,
  detailTable({
    table: 'contact_identifier',
    key: ['id'],
    differs: ['contact_id', 'kind', 'blind_index', 'is_primary', 'is_live'],
    field: (of) => `${of}.kind`,
  }),
  detailTable({
    table: 'consent_change',
    key: ['id'],
    differs: ['contact_id', 'channel', 'granted', 'is_void'],
    field: () => `'consent'::text`,
  }),
  // Not what expires: who counts the events of some days knows when they end.
  { table: EVENT_DAY.table, insert: EVENT_DAY.insert, update: EVENT_DAY.update },
];

const TRANSITIONS = {
  insert: { tables: 'new table as new_rows', rows: 'new_rows' },
  update: { tables: 'old table as old_rows new table as new_rows', rows: 'new_rows' },
  delete: { tables: 'old table as old_rows', rows: 'old_rows' },
};

/** Planned anew each time: what was planned for one contact would compare each row of an import with each other. */
export function triggersSql({ table, ...selects }: LoggedTable): string[] {
  return (['insert', 'update', 'delete'] as const).flatMap((operation) => {
    const select = selects[operation];
    if (!select) return [];
    const name = `log_${operation}_of_${table}`;
    const { tables, rows } = TRANSITIONS[operation];
    return [
      `create function ${name}() returns trigger volatile language plpgsql as $$
       declare tenant text;
       begin
         for tenant in select distinct tenant_id from ${rows} loop
           if is_contact_watched(tenant) then
             execute $log$
               insert into contact_change (tenant_id, contact_id, is_new, fields, before, after, cause)
               select logged.*, nullif(current_setting('crm.change_cause', true), '')::jsonb
                 from (${select}) as logged (tenant_id, contact_id, is_new, fields, before, after)
                where tenant_id = $1
             $log$ using tenant;
           end if;
         end loop;
         return null;
       end $$`,
      `create trigger ${name} after ${operation} on ${table} referencing ${tables}
         for each statement execute function ${name}()`,
    ];
  });
}
