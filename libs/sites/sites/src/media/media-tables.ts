import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';
import type { BlobReference } from '#libs/core/storage';

/** Columns that refer to the blobs of pictures. */
export const MEDIA_BLOBS: readonly BlobReference[] = [{ table: 'media_file', column: 'hash' }];

export const MEDIA_TABLES = ['media', 'media_file'] as const;

/** SQL for pictures and their files. The system role reads the files, for visitors of whose tenant nothing is known. */
export function mediaTablesSql(app: string): string[] {
  return [
    `create table media (
       tenant_id text not null,
       id text collate "C" not null,
       description text,
       file_name text collate "C" not null,
       type text not null,
       width integer not null,
       height integer not null,
       bytes integer not null,
       stored_bytes bigint not null,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint media__pk primary key (tenant_id, id)
     )`,
    ...tenantPolicySql('media', app),
    `create table media_file (
       tenant_id text not null,
       media_id text collate "C" not null,
       name text collate "C" not null,
       type text not null,
       width integer not null,
       height integer not null,
       bytes integer not null,
       hash text collate "C" not null,
       constraint media_file__pk primary key (tenant_id, media_id, name),
       constraint media_file__media__fk foreign key (tenant_id, media_id) references media (tenant_id, id) on delete cascade
     )`,
    // By address, when no tenant is known.
    'create index media_file__address__ix on media_file (media_id, name)',
    // By blob, for the sweep of those without a reference.
    'create index media_file__hash__ix on media_file (tenant_id, hash)',
    ...tenantPolicySql('media_file', app),
    ...systemAccessSql('media_file', app, ['select']),
  ];
}
