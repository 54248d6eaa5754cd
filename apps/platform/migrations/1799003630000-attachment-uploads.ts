import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Files that were uploaded to be attached. A blob that one refers to is kept, and the system role deletes those that are over. */
export class AttachmentUploads1799003630000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `create table attachment_upload (
         tenant_id text not null,
         id text collate "C" not null,
         file_name text not null,
         content_type text not null,
         hash text collate "C" not null,
         bytes integer not null,
         created_at timestamptz(3) not null default now(),
         constraint attachment_upload__pk primary key (tenant_id, id)
       )`,
      `create index attachment_upload__hash__ix on attachment_upload (tenant_id, hash)`,
      `create index attachment_upload__created__ix on attachment_upload (created_at)`,
      ...tenantPolicySql('attachment_upload', APP),
      ...systemAccessSql('attachment_upload', APP, ['select', 'delete']),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attachment_upload');
  }
}
