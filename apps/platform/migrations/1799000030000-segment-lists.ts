import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['segment_list', 'segment_list_member'];

/** Lists that follow segments of the CRM, and which contact of Platform each of its contacts is. */
export class SegmentLists1799000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...TABLES.flatMap((table) => tenantPolicySql(table, 'platform'))])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table segment_list (
     tenant_id text not null,
     segment_id uuid not null,
     ended_at timestamptz(3),
     constraint segment_list__pk primary key (tenant_id, segment_id)
   )`,
  `create table segment_list_member (
     tenant_id text not null,
     segment_id uuid not null,
     crm_contact_id text collate "C" not null,
     contact_id text collate "C",
     changed_at timestamptz(3) not null,
     constraint segment_list_member__pk primary key (tenant_id, segment_id, crm_contact_id)
   )`,
  `create index segment_list_member__contact__ix on segment_list_member (tenant_id, contact_id) where contact_id is not null`,
];
