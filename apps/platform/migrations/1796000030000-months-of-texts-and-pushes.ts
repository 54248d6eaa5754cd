import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  defaultPartitionSql,
  monthAfter,
  monthBounds,
  monthFunctionsSql,
  monthlyPartitionSql,
  partitionName,
  timeOfId,
  type MonthFunctions,
  type MonthSeries,
} from '#libs/core/persistence';
import { monthFunctions } from './1796000001500-retention.js';
import { ADD_MONTH } from './1796000020000-webhook-outcomes.js';

const MESSAGES: MonthSeries[] = (['message', 'message_content'] as const).flatMap((table) => [
  { table, name: table, ids: 'msg' },
  { table, name: `${table}_sms`, ids: 'sms' },
  { table, name: `${table}_psh`, ids: 'psh' },
]);

const OTHERS: MonthSeries[] = [
  { table: 'message_event', name: 'message_event', ids: 'evt' },
  { table: 'message_feedback', name: 'message_feedback', ids: 'msg' },
  { table: 'webhook_delivery', name: 'webhook_delivery', ids: 'whd', fillFactor: 50 },
  { table: 'webhook_attempt', name: 'webhook_attempt', ids: 'whd' },
];

export const MONTHS: MonthFunctions = {
  app: 'platform',
  series: [...MESSAGES, ...OTHERS],
  waits: { message: `status in ('queued', 'processing', 'sending')`, webhook_delivery: `status = 'pending'` },
};

export const DROP_FUNCTIONS = 'drop function add_month(text, date, text, text), drop_month(text, date)';

/**
 * Texts and push messages get monthly partitions of their own, so that retention drops them, too: until now all of them lay
 * in the default partition. The rows move in one transaction, and sending waits for it.
 */
export class MonthsOfTextsAndPushes1796000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['message', 'message_content']) await moveToMonths(runner, table);
    await runner.query(DROP_FUNCTIONS);
    for (const statement of monthFunctionsSql(MONTHS)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_FUNCTIONS);
    for (const statement of [...monthFunctions(), ADD_MONTH]) await runner.query(statement);
    for (const table of ['message', 'message_content']) await moveToDefault(runner, table);
  }
}

/** Sorts the rows of the default partition into months. Partitions are under no policy, so the owner sees the rows. */
async function moveToMonths(runner: QueryRunner, table: string): Promise<void> {
  const unsorted = `${table}_unsorted`;
  await runner.query(`alter table ${table} detach partition ${table}_default`);
  await runner.query(`alter table ${table}_default rename to ${unsorted}`);
  await runner.query(defaultPartitionSql(table));
  for (const series of MESSAGES.filter((one) => one.table === table)) {
    for (const month of await monthsIn(runner, unsorted, series)) {
      await runner.query(monthlyPartitionSql(series, month));
      await runner.query(
        `with moved as (delete from ${unsorted} where id >= $1 and id < $2 returning *)
         insert into ${partitionName(series, month)} select * from moved`,
        monthBounds(series, month),
      );
    }
  }
  await runner.query(`insert into ${table}_default select * from ${unsorted}`);
  await runner.query(`drop table ${unsorted}`);
}

/** From the first month with a row to the last, at most one ahead of the clock. */
async function monthsIn(runner: QueryRunner, table: string, { ids }: MonthSeries): Promise<Date[]> {
  const [{ first, last }] = (await runner.query(
    `select min(id) as first, max(id) as last from ${table} where id ~ '^${ids}_[0-9a-f]{16}$'`,
  )) as [{ first: string | null; last: string | null }];
  if (!first || !last) return [];
  const end = Math.min(Number(timeOfId(last)), Number(monthAfter(new Date(), 2)) - 1);
  const months: Date[] = [];
  for (let month = monthAfter(timeOfId(first), 0); Number(month) <= end; month = monthAfter(month, 1)) {
    months.push(month);
  }
  return months;
}

async function moveToDefault(runner: QueryRunner, table: string): Promise<void> {
  const partitions = (await runner.query(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid
     where inhparent = '${table}'::regclass and relname ~ '^${table}_(sms|psh)_\\d{4}_\\d{2}$'`,
  )) as { name: string }[];
  for (const { name } of partitions) {
    await runner.query(`alter table ${table} detach partition ${name}`);
    await runner.query(`insert into ${table}_default select * from ${name}`);
    await runner.query(`drop table ${name}`);
  }
}
