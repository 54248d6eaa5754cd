import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** SQL for the versions that were replaced. The runtime reads them and the clearing deletes them before a tenant is known. */
export function replacedVersionSql(app: string): string[] {
  return [
    `create table replaced_version (
       tenant_id text not null,
       page_id text collate "C" not null,
       version integer not null,
       language text not null,
       replaced_at timestamptz(3) not null,
       constraint replaced_version__pk primary key (tenant_id, page_id, version)
     )`,
    `create index replaced_version__replaced_at__ix on replaced_version (replaced_at)`,
    ...tenantPolicySql('replaced_version', app),
    ...systemAccessSql('replaced_version', app, ['select', 'delete']),
  ];
}
