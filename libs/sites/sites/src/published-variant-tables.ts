import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** SQL for the further versions of published pages, and for the split that chooses among them. */
export function publishedVariantSql(app: string): string[] {
  return [
    'alter table published_page add column split jsonb',
    `create table published_variant (
       tenant_id text not null,
       page_id text collate "C" not null,
       version integer not null,
       html bytea not null,
       gzip bytea not null,
       brotli bytea not null,
       etag text not null,
       policy text not null,
       form_ids text[] not null default '{}',
       rendered_at timestamptz(3) not null default now(),
       constraint published_variant__pk primary key (tenant_id, page_id, version),
       constraint published_variant__page__fk foreign key (tenant_id, page_id)
         references published_page (tenant_id, page_id) on delete cascade
     )`,
    ...tenantPolicySql('published_variant', app),
    ...systemAccessSql('published_variant', app, ['select']),
  ];
}

/** SQL that undoes {@link publishedVariantSql}. */
export const dropPublishedVariantSql = (): string[] => [
  'drop table published_variant',
  'alter table published_page drop column split',
];
