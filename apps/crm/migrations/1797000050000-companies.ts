import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['company', 'company_person'];

/** Companies, and the secondary links of contacts to them. */
export class Companies1797000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm'))])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index contact__company__ix');
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table company (
     tenant_id text not null,
     id uuid not null,
     name text not null,
     name_key text not null,
     cnpj text,
     sector text,
     sector_key text,
     size text,
     country text,
     state text,
     city text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     deleted_at timestamptz(3),
     constraint company__pk primary key (tenant_id, id)
   )`,
  `create unique index company__name__uq on company (tenant_id, name_key) where deleted_at is null`,
  `create unique index company__cnpj__uq on company (tenant_id, cnpj) where deleted_at is null`,
  `create index company__name__ix on company using gin (tenant_id, name_key gin_trgm_ops) where deleted_at is null`,
  `create index company__sector__ix on company (tenant_id, sector_key, id desc) where deleted_at is null`,
  `create index company__size__ix on company (tenant_id, size, id desc) where deleted_at is null`,
  `create index company__country__ix on company (tenant_id, country, id desc) where deleted_at is null`,
  `create table company_person (
     tenant_id text not null,
     company_id uuid not null,
     contact_id text collate "C" not null,
     role text not null,
     created_at timestamptz(3) not null default now(),
     constraint company_person__pk primary key (tenant_id, company_id, contact_id),
     constraint company_person__company__fk foreign key (tenant_id, company_id) references company (tenant_id, id),
     constraint company_person__contact__fk foreign key (tenant_id, contact_id) references contact (tenant_id, id)
   )`,
  `create index company_person__contact__ix on company_person (tenant_id, contact_id)`,
  `create index contact__company__ix on contact (tenant_id, company_id, id desc)`,
];
