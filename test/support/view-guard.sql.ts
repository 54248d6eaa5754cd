/** Columns of a table that the credential view shows, and the entry that shows them. */
interface Shown {
  table: string;
  kind: 'key' | 'tenant' | 'session' | 'user';
  /** The column with the name of the entry. */
  name: string;
  columns: readonly string[];
  /** Changes that count; a credential that is new is no change of an entry. */
  events: string;
  /** The rows that an entry shows. */
  shownIf?: (row: 'old' | 'new') => string;
}

const ALL = 'insert or update or delete';

/** Each table that `credential-view.sql.ts` reads. */
const SHOWN: readonly Shown[] = [
  {
    table: 'api_key',
    kind: 'key',
    name: 'secret_hash',
    columns: ['scopes', 'environment', 'kind', 'expires_at', 'revoked_at'],
    events: 'update or delete',
    shownIf: (row) => `${row}.revoked_at is null`,
  },
  {
    table: 'tenant',
    kind: 'tenant',
    name: 'id',
    columns: ['slug', 'name', 'status', 'plan', 'products'],
    events: 'update or delete',
  },
  { table: 'tenant_deletion', kind: 'tenant', name: 'tenant_id', columns: ['due_at'], events: ALL },
  {
    table: 'session',
    kind: 'session',
    name: 'id',
    columns: ['user_id', 'expires_at', 'revoked_at'],
    events: 'update or delete',
    shownIf: (row) => `${row}.revoked_at is null and ${row}.expires_at > now()`,
  },
  {
    table: 'support_session',
    kind: 'session',
    name: 'id',
    columns: ['tenant_id', 'expires_at', 'ended_at'],
    events: 'update or delete',
    shownIf: (row) => `${row}.ended_at is null and ${row}.expires_at > now()`,
  },
  { table: 'user_account', kind: 'user', name: 'id', columns: ['status', 'is_operator'], events: 'update or delete' },
  {
    table: 'email_address',
    kind: 'user',
    name: 'user_id',
    columns: ['email', 'is_primary', 'verified_at'],
    events: ALL,
    shownIf: (row) => `(${row}.is_primary or ${row}.verified_at is not null)`,
  },
  {
    table: 'totp',
    kind: 'user',
    name: 'user_id',
    columns: ['confirmed_at'],
    events: ALL,
    shownIf: (row) => `${row}.confirmed_at is not null`,
  },
  { table: 'membership', kind: 'user', name: 'user_id', columns: ['tenant_id', 'role'], events: ALL },
];

/** Condition that the user existed before: changes of one whom the transaction creates are no change of an entry. */
const EXISTED = `and not exists (select from user_account u where u.id = entry and u.created_at = now()::timestamptz(3))`;

/** The tables of the guard, so that a test can hold them against those that the view reads. */
export const SHOWN_TABLES = SHOWN.map(({ table }) => table);

/**
 * Makes a transaction of identity fail at its commit if it changed what the credential view shows and recorded no change of that
 * entry. Every spec of identity so tries the changes that it makes. The superuser, as who specs prepare rows, is exempt.
 */
export const VIEW_GUARD = SHOWN.flatMap(({ table, kind, name, columns, events, shownIf = () => 'true' }) => {
  const differs = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    `create function guard_view_of_${table}() returns trigger language plpgsql security definer as $guard$
     declare
       entry text := case when tg_op = 'DELETE' then old.${name} else new.${name} end;
       counts boolean;
     begin
       if tg_op = 'INSERT' then counts := ${shownIf('new')};
       elsif tg_op = 'DELETE' then counts := ${shownIf('old')};
       else counts := (${differs}) and (${shownIf('old')} or ${shownIf('new')});
       end if;
       if counts ${kind === 'user' ? EXISTED : ''}
          and not exists (select from view_change v where v.kind = '${kind}' and v.name = entry
                                                      and v.created_at = now()::timestamptz(3)) then
         raise exception 'The credential view shows %, which changed in ${table} (%); the transaction recorded no change of it', entry, tg_op;
       end if;
       return null;
     end $guard$`,
    `create constraint trigger guard_view_of_${table} after ${events} on ${table} deferrable initially deferred
       for each row when (current_setting('is_superuser') = 'off') execute function guard_view_of_${table}()`,
  ];
}).join(';\n');
