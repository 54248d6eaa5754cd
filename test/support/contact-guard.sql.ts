/** Columns of a contact that the API does not show, or that say only when something happened. */
const UNTOLD = [
  'updated_at',
  'last_activity_at',
  'last_person_activity_at',
  'data_key',
  'name_key',
  'filter_keys',
  'delete_reason',
];

/** A row without them, as JSON. */
const told = (row: 'old' | 'new') => `(to_jsonb(${row}) - array['${UNTOLD.join("', '")}'])`;

/** Columns of an identifier that a contact shows. */
const SHOWN = ['kind', 'sealed', 'is_primary'];

const differs = SHOWN.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

/** Each table of what a contact is, and when a change of a row counts; SQL. Of a deleted contact subscribers were told. */
const TABLES = [
  {
    table: 'contact',
    contactId: 'id',
    inserted: 'new.deleted_at is null',
    updated: `(old.deleted_at is null or new.deleted_at is null) and ${told('old')} is distinct from ${told('new')}`,
    deleted: 'old.deleted_at is null',
  },
  { table: 'contact_identifier', contactId: 'contact_id', inserted: 'true', updated: differs, deleted: 'true' },
] as const;

const IS_LIVE = `exists (select from contact c where c.tenant_id = tenant and c.id = changed and c.deleted_at is null)`;

/**
 * Makes a transaction of the CRM fail at its commit if it changed what a contact shows and sent no event of it, so that no
 * mirror of contacts and no webhook misses a writer. Every spec of the CRM so tries the changes that it makes. The superuser,
 * as who specs prepare rows, is exempt.
 */
export const CONTACT_GUARD = TABLES.map(
  ({ table, contactId, inserted, updated, deleted }) => `
    create function guard_events_of_${table}() returns trigger language plpgsql security definer as $guard$
    declare
      tenant text := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
      changed text := case when tg_op = 'DELETE' then old.${contactId} else new.${contactId} end;
      counts boolean;
      is_told text := tenant || now()::text;
    begin
      if tg_op = 'INSERT' then counts := ${inserted};
      elsif tg_op = 'DELETE' then counts := ${deleted};
      else counts := ${updated};
      end if;
      -- A large import asks once.
      if not counts or current_setting('guard.told', true) = is_told then return null; end if;
      -- Of a tenant that is removed, nobody is told of contacts.
      if exists (select from tenant_removal r where r.tenant_id = tenant) then return null; end if;
      if exists (select from outbox o where o.tenant_id = tenant and o.created_at = now()::timestamptz(3)
                    and o.payload->>'type' = 'crm.contacts.changed') then
        perform set_config('guard.told', is_told, true);
      elsif ${table === 'contact' ? 'true' : IS_LIVE} then
        raise exception 'Contact % changed in ${table} (%), and the transaction sent no event of it', changed, tg_op;
      end if;
      return null;
    end $guard$;
    create constraint trigger guard_events_of_${table} after insert or update or delete on ${table}
      deferrable initially deferred
      for each row when (current_setting('is_superuser') = 'off') execute function guard_events_of_${table}()`,
).join(';\n');
