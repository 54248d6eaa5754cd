import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The tables of this lib, in the order in which they are made. */
export const TAG_TABLES = ['site_tags', 'consent_decision'] as const;

/** Days that decisions, and the settings that they were about, are kept. A visitor is asked again after half of that. */
export const CONSENT_KEPT_DAYS = 400;

/** SQL for the tags of pages, which authoring writes, and the decisions of visitors, which the runtime writes. */
export function tagTablesSql(app: string): string[] {
  return [
    `create table site_tags (
       tenant_id text not null,
       number integer not null,
       version text collate "C" not null,
       tags jsonb not null,
       asks_for_pixel boolean not null,
       banner_title text,
       banner_text text,
       policy_url text,
       created_at timestamptz(3) not null default now(),
       constraint site_tags__pk primary key (tenant_id, number)
     )`,
    `create index site_tags__created_at__ix on site_tags (created_at)`,
    `create table consent_decision (
       tenant_id text not null,
       id uuid not null,
       visitor_id uuid,
       page_id text collate "C" not null,
       action text not null,
       categories text[] not null,
       version text collate "C" not null,
       language text not null,
       gpc boolean not null,
       decided_at timestamptz(3) not null,
       constraint consent_decision__pk primary key (tenant_id, id)
     )`,
    `create index consent_decision__decided_at__ix on consent_decision (tenant_id, decided_at, id)`,
    `create index consent_decision__kept__ix on consent_decision (decided_at)`,
    ...TAG_TABLES.flatMap((table) => [
      ...tenantPolicySql(table, app),
      ...systemAccessSql(table, app, ['select', 'delete']),
    ]),
    // A decision is added, and removed with its account: nobody changes it.
    `revoke update on consent_decision from ${app}_app`,
  ];
}
