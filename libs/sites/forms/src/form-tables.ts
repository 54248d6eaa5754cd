import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The tables of this lib, in the order in which they are made. */
export const FORM_TABLES = ['form', 'lead', 'lead_file'] as const;

/**
 * SQL for forms and leads. The system role reads forms, because a visitor names one before the tenant is known, and deletes
 * leads whose time is over.
 */
export function formTablesSql(app: string): string[] {
  return [
    `create table form (
       tenant_id text not null,
       id text collate "C" not null,
       external_id text collate "C",
       name text not null,
       fields jsonb not null,
       button_label text not null,
       thanks text not null,
       requires_consent boolean not null,
       consent_text text,
       legal_basis text not null,
       country text not null,
       origins text[] not null,
       retention_days integer,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       deleted_at timestamptz(3),
       constraint form__pk primary key (tenant_id, id),
       constraint form__id__uq unique (id)
     )`,
    `create unique index form__external_id__uq on form (tenant_id, external_id) where deleted_at is null`,
    `create table lead (
       tenant_id text not null,
       id text collate "C" not null,
       form_id text collate "C" not null,
       external_id text,
       source text not null,
       page_id text collate "C",
       "values" jsonb not null,
       name text,
       email text,
       phone text,
       email_status text,
       is_spam boolean not null,
       spam_reasons text[] not null,
       spam_decided_at timestamptz(3),
       consent boolean not null,
       consent_text text,
       legal_basis text not null,
       origin jsonb not null,
       address text,
       user_agent text,
       occurred_at timestamptz(3) not null,
       created_at timestamptz(3) not null default now(),
       constraint lead__pk primary key (tenant_id, id),
       constraint lead__external_id__uq unique (tenant_id, form_id, external_id),
       constraint lead__form__fk foreign key (tenant_id, form_id) references form (tenant_id, id)
     )`,
    `create index lead__form__ix on lead (tenant_id, form_id, id)`,
    `create index lead__page__ix on lead (tenant_id, page_id, id) where page_id is not null`,
    `create index lead__created_at__ix on lead (form_id, created_at)`,
    `create table lead_file (
       tenant_id text not null,
       id text collate "C" not null,
       lead_id text collate "C" not null,
       field text not null,
       file_name text not null,
       content_type text not null,
       bytes bigint not null,
       hash text collate "C" not null,
       created_at timestamptz(3) not null default now(),
       constraint lead_file__pk primary key (tenant_id, id),
       constraint lead_file__lead__fk foreign key (tenant_id, lead_id) references lead (tenant_id, id) on delete cascade
     )`,
    `create index lead_file__lead__ix on lead_file (tenant_id, lead_id)`,
    `create index lead_file__hash__ix on lead_file (tenant_id, hash)`,
    ...FORM_TABLES.flatMap((table) => tenantPolicySql(table, app)),
    ...systemAccessSql('form', app, ['select']),
    ...systemAccessSql('lead', app, ['select', 'delete']),
    ...systemAccessSql('lead_file', app, ['select']),
  ];
}

/** SQL that adds the confirmation of leads by e-mail. */
export const CONFIRMATION_SQL = [
  `alter table form
     add column double_opt_in boolean not null default false,
     add column language text`,
  `alter table lead
     add column confirmation_asked_at timestamptz(3),
     add column confirmation_mails integer not null default 0,
     add column confirmation_sent_at timestamptz(3),
     add column confirmed_at timestamptz(3),
     add column confirmed_address text,
     add column confirmed_user_agent text`,
] as const;

/** SQL that takes it away. */
export const WITHOUT_CONFIRMATION_SQL = [
  `alter table lead
     drop column confirmation_asked_at,
     drop column confirmation_mails,
     drop column confirmation_sent_at,
     drop column confirmed_at,
     drop column confirmed_address,
     drop column confirmed_user_agent`,
  `alter table form drop column double_opt_in, drop column language`,
] as const;

/** SQL that adds to a form whether somebody hears of its leads. */
export const ANNOUNCED_SQL = `alter table form add column announced text not null default 'none'`;

/** SQL that takes it away. */
export const WITHOUT_ANNOUNCED_SQL = 'alter table form drop column announced';
