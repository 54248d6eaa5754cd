import type { MigrationInterface, QueryRunner } from 'typeorm';
import { defaultPartitionSql, monthFunctionsSql, tenantPolicySql, type MonthSeries } from '#libs/core/persistence';
import { ATTACHMENTS } from './1796000031000-attachments.js';
import { DROP_FUNCTIONS, MONTHS } from './1796000030000-months-of-texts-and-pushes.js';

const APP = 'platform';

export const TAGS: MonthSeries[] = [
  { table: 'message_tag', name: 'message_tag', ids: 'msg' },
  { table: 'message_tag', name: 'message_tag_sms', ids: 'sms' },
  { table: 'message_tag', name: 'message_tag_psh', ids: 'psh' },
];

/**
 * Messages are found by tag, campaign and environment. A tag of a message is a row of its own: under row-level security
 * Postgres uses no GIN index for a tenant's role, and a b-tree gives the newest messages of a tag first. Messages that
 * are there already get their rows by a later migration, without a lock.
 */
export class MessageSearch1798082410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `alter table message add column campaign_id text collate "C"`,
      `create index message__campaign__ix on message (tenant_id, campaign_id, id) where campaign_id is not null`,
      `create index message__test__ix on message (tenant_id, id) where environment = 'test'`,
      `create table message_tag (
         tenant_id text not null,
         tag text collate "C" not null,
         message_id text collate "C" not null,
         constraint message_tag__pk primary key (tenant_id, tag, message_id)
       ) partition by range (message_id)`,
      defaultPartitionSql('message_tag'),
      ...tenantPolicySql('message_tag', APP),
      DROP_FUNCTIONS,
      ...monthFunctionsSql({ ...MONTHS, series: [...MONTHS.series, ATTACHMENTS, ...TAGS] }),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const functions = monthFunctionsSql({ ...MONTHS, series: [...MONTHS.series, ATTACHMENTS] });
    for (const statement of [DROP_FUNCTIONS, ...functions]) await runner.query(statement);
    await runner.query('drop table message_tag');
    await runner.query('drop index message__test__ix');
    await runner.query('alter table message drop column campaign_id');
  }
}
