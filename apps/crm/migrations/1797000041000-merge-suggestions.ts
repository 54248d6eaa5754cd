import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Pairs of contacts that may be one person. */
export class MergeSuggestions1797000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...tenantPolicySql('merge_suggestion', 'crm')]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table merge_suggestion');
  }
}

const SQL = [
  `create table merge_suggestion (
     tenant_id text not null,
     id uuid not null,
     contact_id text collate "C" not null,
     other_id text collate "C" not null,
     score integer not null,
     reasons text[] not null,
     status text not null,
     decided_by text collate "C",
     decided_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     constraint merge_suggestion__pk primary key (tenant_id, id),
     constraint merge_suggestion__order__ck check (contact_id < other_id),
     constraint merge_suggestion__contact__fk foreign key (tenant_id, contact_id) references contact (tenant_id, id),
     constraint merge_suggestion__other__fk foreign key (tenant_id, other_id) references contact (tenant_id, id)
   )`,
  `create unique index merge_suggestion__pair__uq on merge_suggestion (tenant_id, contact_id, other_id)`,
  `create index merge_suggestion__status__ix on merge_suggestion (tenant_id, status, id desc)`,
];
