import { systemAccessSql } from '#libs/core/persistence';

/** Changes of a table that concern visitors, and the addresses that they concern. */
interface Watched {
  table: string;
  /** Columns whose update counts; every column if absent. */
  columns?: readonly string[];
  /** SQL expressions of a row, which is called `one`: hosts and paths; a null among them is skipped. */
  hosts?: readonly string[];
  paths?: readonly string[];
}

const WATCHED: readonly Watched[] = [
  { table: 'published_page', paths: [`'/' || one.slug`, 'one.path'] },
  { table: 'site_redirect', paths: ['one.path'] },
  // Clicks are counted every second and change no answer.
  {
    table: 'short_link',
    columns: ['slug', 'target', 'status', 'active', 'expires_at'],
    paths: [`'/r/' || one.slug`],
  },
  { table: 'site_domain', columns: ['host', 'verified_at', 'is_default'], hosts: ['one.host'] },
  { table: 'site_setting' },
];

/** SQL for the log of changes that concern visitors. No role writes it but through the triggers. */
export function siteChangeSql(app: string): string[] {
  return [
    `create table site_change (
       id bigint generated always as identity constraint site_change__pk primary key,
       transaction_id bigint not null default pg_current_xact_id()::text::bigint,
       changed_tenant_id text not null,
       host text collate "C",
       path text collate "C",
       changed_at timestamptz(3) not null default now()
     )`,
    `create index site_change__transaction_id__ix on site_change (transaction_id)`,
    `create index site_change__changed_at__ix on site_change (changed_at)`,
    ...systemAccessSql('site_change', app, ['select', 'delete']).filter((sql) => sql.startsWith('grant')),
    ...WATCHED.flatMap(watchSql),
  ];
}

/** SQL that undoes {@link siteChangeSql}. */
export function dropSiteChangeSql(): string[] {
  return [...WATCHED.flatMap(({ table }) => unwatchSql(table)), 'drop table site_change'];
}

/** SQL that logs the changes of a table. */
export function watchSql({ table, columns, hosts = [], paths = [] }: Watched): string[] {
  const addresses = [...hosts.map((host) => [host, 'null']), ...paths.map((path) => ['null', path])];
  const values = addresses.length > 0 ? addresses : [['null', 'null']];
  const skipped = addresses.length > 0 ? 'where changed.host is not null or changed.path is not null' : '';
  return [
    `create function ${table}_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp
     as $$
     begin
       insert into site_change (changed_tenant_id, host, path)
       select distinct one.tenant_id, changed.host, changed.path
       from (select old.* where tg_op <> 'INSERT' union all select new.* where tg_op <> 'DELETE') one,
            lateral (values ${values.map(([host, path]) => `(${host}::text, ${path}::text)`).join(', ')}) changed (host, path)
       ${skipped};
       return null;
     end $$`,
    `create trigger changed after insert or delete or update ${columns ? `of ${columns.join(', ')} ` : ''}on ${table}
       for each row execute function ${table}_changed()`,
  ];
}

/** SQL that undoes {@link watchSql}. */
export function unwatchSql(table: string): string[] {
  return [`drop trigger changed on ${table}`, `drop function ${table}_changed()`];
}
