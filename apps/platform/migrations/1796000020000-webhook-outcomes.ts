import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `tenant_id, id, attempts, last_attempt_at, duration_ms, response_status, error, response_snippet`;

/**
 * A delivery that is taken at once, as nearly all are, costs one update in place: its only attempt stands in its own row,
 * no index knows of its status, and its page has room for the row as it is then.
 */
export class WebhookOutcomes1796000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_delivery add column duration_ms integer, add column response_snippet text`);
    await runner.query(`drop index webhook_delivery__failed__ix`);
    await runner.query(
      `create index webhook_delivery__error__ix on webhook_delivery (tenant_id, endpoint_id, id) where error is not null`,
    );
    await setFillFactor(runner, 50);
    await runner.query(ADD_MONTH);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(addMonth('100'));
    await setFillFactor(runner, 100);
    // It is forced upon the owner too, who has to see the rows here.
    await forEach(runner, (table) => `alter table ${table} no force row level security`);
    await runner.query(
      `insert into webhook_attempt
         (tenant_id, delivery_id, number, attempted_at, duration_ms, response_status, error, response_snippet)
       select ${COLUMNS} from webhook_delivery where duration_ms is not null`,
    );
    await forEach(runner, (table) => `alter table ${table} force row level security`);
    await runner.query(`drop index webhook_delivery__error__ix`);
    await runner.query(`alter table webhook_delivery drop column duration_ms, drop column response_snippet`);
    await runner.query(
      `create index webhook_delivery__failed__ix on webhook_delivery (tenant_id, endpoint_id, id) where status = 'failed'`,
    );
  }
}

async function forEach(runner: QueryRunner, statement: (table: string) => string): Promise<void> {
  for (const table of ['webhook_delivery', 'webhook_attempt']) await runner.query(statement(table));
}

/** Sets it for the months there are; the pages that they have already stay as full as they are. */
async function setFillFactor(runner: QueryRunner, percent: number): Promise<void> {
  const months: { name: string }[] = await runner.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'webhook_delivery'::regclass`,
  );
  for (const { name } of months) await runner.query(`alter table ${name} set (fillfactor = ${percent})`);
}

export const ADD_MONTH = addMonth(`case parent when 'webhook_delivery' then 50 else 100 end`);

/** The function of nightly maintenance that adds a month, with pages that are so full. */
function addMonth(fillFactor: string): string {
  return `create or replace function add_month(parent text, month date, lower text, upper text) returns void
     language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
     begin
       if parent not in ('message', 'message_content', 'message_event', 'message_feedback', 'webhook_delivery',
                         'webhook_attempt')
          or lower !~ '^[a-z]{3}_[0-9a-f]{16}$' or upper !~ '^[a-z]{3}_[0-9a-f]{16}$' then
         raise exception 'not a table that is kept by months';
       end if;
       execute format('create table if not exists %I partition of %I for values from (%L) to (%L) with (fillfactor = %s)',
                      parent || '_' || to_char(month, 'YYYY_MM'), parent, lower, upper, ${fillFactor});
     end $$`;
}
