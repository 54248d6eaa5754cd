import type { MigrationInterface, QueryRunner } from 'typeorm';
import { defaultPartitionSql, monthFunctionsSql, systemAccessSql, tenantPolicySql } from '#libs/core/persistence';
import { blobTableSql } from '#libs/core/storage';
import { DROP_FUNCTIONS, MONTHS } from './1796000030000-months-of-texts-and-pushes.js';

const APP = 'platform';
export const ATTACHMENTS = { table: 'message_attachment', name: 'message_attachment', ids: 'msg' } as const;

/** Attachments are blobs. What a content has attached stands in a table of months, which go with the content's. */
export class Attachments1796000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...blobTableSql(APP),
      `create table message_attachment (
         tenant_id text not null,
         content_id text collate "C" not null,
         hash text collate "C" not null,
         constraint message_attachment__pk primary key (tenant_id, content_id, hash)
       ) partition by range (content_id)`,
      defaultPartitionSql('message_attachment'),
      `create index message_attachment__hash__ix on message_attachment (tenant_id, hash)`,
      ...tenantPolicySql('message_attachment', APP),
      ...systemAccessSql('message_attachment', APP, ['select']),
      DROP_FUNCTIONS,
      ...monthFunctionsSql({ ...MONTHS, series: [...MONTHS.series, ATTACHMENTS] }),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [DROP_FUNCTIONS, ...monthFunctionsSql(MONTHS)]) await runner.query(statement);
    for (const table of ['message_attachment', 'blob']) await runner.query(`drop table ${table}`);
  }
}
