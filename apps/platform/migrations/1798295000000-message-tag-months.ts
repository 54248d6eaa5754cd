import type { MigrationInterface, QueryRunner } from 'typeorm';
import { monthlyPartitionSql } from '#libs/core/persistence';
import { TAGS } from './1798082410000-message-search.js';

/**
 * Tags get a partition for each month that messages have. Postgres adds no month while the default partition holds rows
 * of it, so that is emptied: the next migration writes the tags again, as the messages have them.
 */
export class MessageTagMonths1798295000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('lock table message_tag in access exclusive mode');
    await runner.query('truncate message_tag_default');
    const months = (await runner.query(
      `select substring(relname from '^message(.*)_\\d{4}_\\d{2}$') as suffix,
              replace(right(relname, 7), '_', '-') as month
       from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'message'::regclass and relname ~ '^message(_sms|_psh)?_\\d{4}_\\d{2}$'`,
    )) as { suffix: string; month: string }[];
    for (const { suffix, month } of months) {
      const series = TAGS.find(({ name }) => name === `message_tag${suffix}`)!;
      await runner.query(monthlyPartitionSql(series, new Date(month)));
    }
  }

  /** Months with their tags fit the version before. */
  async down(): Promise<void> {}
}
