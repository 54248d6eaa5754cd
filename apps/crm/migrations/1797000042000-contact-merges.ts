import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Contacts that were merged into others. */
export class ContactMerges1797000042000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...tenantPolicySql('contact_merge', 'crm'),
      ...systemAccessSql('contact_merge', 'crm', ['select']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contact_merge');
  }
}

const SQL = [
  `create table contact_merge (
     tenant_id text not null,
     id uuid not null,
     kept_contact_id text collate "C" not null,
     merged_contact_id text collate "C" not null,
     author_id text collate "C" not null,
     undo bytea,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     expired_at timestamptz(3),
     undone_at timestamptz(3),
     undone_by text collate "C",
     constraint contact_merge__pk primary key (tenant_id, id),
     constraint contact_merge__kept__fk foreign key (tenant_id, kept_contact_id) references contact (tenant_id, id),
     constraint contact_merge__merged__fk foreign key (tenant_id, merged_contact_id) references contact (tenant_id, id)
   )`,
  `create index contact_merge__kept__ix on contact_merge (tenant_id, kept_contact_id)`,
  `create unique index contact_merge__merged__uq on contact_merge (tenant_id, merged_contact_id) where undone_at is null`,
  `create index contact_merge__expires__ix on contact_merge (expires_at) where expired_at is null and undone_at is null`,
];
