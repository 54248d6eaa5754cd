import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['page', 'page_version', 'page_draft'] as const;

/** Pages, their versions and drafts. */
export class Pages1797000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table page (
        tenant_id text not null,
        id text collate "C" not null,
        slug text collate "C" not null,
        title text not null,
        domain_id text collate "C",
        path text collate "C",
        newest_version integer not null default 1,
        last_number integer not null default 1,
        published_version integer,
        published_at timestamptz(3),
        draft_revision integer not null default 0,
        draft_is_newer boolean not null default false,
        seo_title text,
        seo_description text,
        seo_picture_id text,
        canonical_url text,
        indexable boolean not null default true,
        language text not null default 'pt-BR',
        deleted_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint page__pk primary key (tenant_id, id),
        constraint page__domain__fk foreign key (tenant_id, domain_id) references site_domain (tenant_id, id)
          on delete set null (domain_id)
      )`);
    // A deleted page lets go of its slug and its path.
    await runner.query('create unique index page__slug__uq on page (slug) where deleted_at is null');
    await runner.query(
      'create unique index page__path__uq on page (domain_id, path) where domain_id is not null and deleted_at is null',
    );
    await runner.query('create index page__deleted_at__ix on page (deleted_at) where deleted_at is not null');
    // "json" keeps a document as it was sent; jsonb would sort its keys.
    await runner.query(`
      create table page_version (
        tenant_id text not null,
        page_id text collate "C" not null,
        number integer not null,
        origin text not null,
        document json not null,
        author_kind text not null,
        author_id text,
        created_at timestamptz(3) not null default now(),
        constraint page_version__pk primary key (tenant_id, page_id, number),
        constraint page_version__page__fk foreign key (tenant_id, page_id) references page (tenant_id, id) on delete cascade,
        constraint page_version__origin__ck check (origin in ('saved', 'replaced'))
      )`);
    await runner.query(`
      create table page_draft (
        tenant_id text not null,
        page_id text collate "C" not null,
        document json not null,
        base_version integer not null,
        author_kind text not null,
        author_id text,
        updated_at timestamptz(3) not null default now(),
        constraint page_draft__pk primary key (tenant_id, page_id),
        constraint page_draft__page__fk foreign key (tenant_id, page_id) references page (tenant_id, id) on delete cascade
      )`);
    for (const table of TABLES) {
      for (const statement of tenantPolicySql(table, 'pages')) await runner.query(statement);
    }
    // Deleted pages are erased across tenants.
    for (const statement of systemAccessSql('page', 'pages', ['select', 'delete'])) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}
