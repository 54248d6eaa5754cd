import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARENTS = [
  'message',
  'message_content',
  'message_event',
  'message_feedback',
  'webhook_delivery',
  'webhook_attempt',
];

/**
 * Rights of the nightly maintenance. It may add a month to a table that is kept by months, drop a month that is long over
 * and in which nothing waits, and delete the ids that carriers gave to messages of long ago, and nothing besides. The two
 * functions run with the owner's rights, so that no process needs the owner's password.
 */
export class Retention1796000001500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...monthFunctions(), ...carriers()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function add_month(text, date, text, text)');
    await runner.query('drop function drop_month(text, date)');
    for (const table of ['carrier_message', 'message_receipt']) {
      await runner.query(`drop policy system_delete on ${table}`);
      await runner.query(`revoke delete on ${table} from platform_system`);
      await runner.query(`drop index ${table}__created_at__ix`);
    }
    await runner.query('drop policy system_select on message_receipt');
    await runner.query('revoke select on message_receipt from platform_system');
  }
}

/*
 * A lock that is not had within two seconds is not worth waiting for: everybody who comes after would wait, too. Row-level
 * security is the parents', so that the owner sees in a partition what waits in it.
 */
export function monthFunctions(): string[] {
  const parents = PARENTS.map((parent) => `'${parent}'`).join(', ');
  return [
    `create function add_month(parent text, month date, lower text, upper text) returns void
     language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
     begin
       if parent not in (${parents}) or lower !~ '^[a-z]{3}_[0-9a-f]{16}$' or upper !~ '^[a-z]{3}_[0-9a-f]{16}$' then
         raise exception 'not a table that is kept by months';
       end if;
       execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
                      parent || '_' || to_char(month, 'YYYY_MM'), parent, lower, upper);
     end $$`,
    `create function drop_month(parent text, month date) returns boolean
     language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
     declare
       name text := parent || '_' || to_char(month, 'YYYY_MM');
       waits boolean := false;
     begin
       if parent not in (${parents}) then raise exception 'not a table that is kept by months'; end if;
       if date_trunc('month', month) + interval '1 month 35 days' > now() then
         raise exception 'the month is not long over';
       end if;
       if not exists (select from pg_inherits where inhrelid = to_regclass(name) and inhparent = to_regclass(parent)) then
         return true;
       end if;
       if parent = 'message' then
         execute format('select exists (select from %I where status in (''queued'', ''processing'', ''sending''))', name)
         into waits;
       elsif parent = 'webhook_delivery' then
         execute format('select exists (select from %I where status = ''pending'')', name) into waits;
       end if;
       if waits then return false; end if;
       execute format('drop table if exists %I', name);
       return true;
     end $$`,
    `revoke all on function add_month(text, date, text, text), drop_month(text, date) from public`,
    `grant execute on function add_month(text, date, text, text), drop_month(text, date) to platform_system`,
  ];
}

/** A carrier reports within days: after 35 its message ids are not needed. */
function carriers(): string[] {
  const over = `created_at < now() - interval '35 days'`;
  return [
    ...['carrier_message', 'message_receipt'].flatMap((table) => [
      `create index ${table}__created_at__ix on ${table} (created_at)`,
      `grant delete on ${table} to platform_system`,
      `create policy system_delete on ${table} for delete to platform_system using (${over})`,
    ]),
    `grant select on message_receipt to platform_system`,
    `create policy system_select on message_receipt for select to platform_system using (${over})`,
  ];
}
