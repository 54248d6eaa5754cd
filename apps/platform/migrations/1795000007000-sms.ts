import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The carrier's names for messages, by which its receipts find them. */
export class Sms1795000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table carrier_message (
        tenant_id text not null,
        carrier_id text collate "C" not null,
        message_id text collate "C" not null,
        is_last boolean not null,
        created_at timestamptz(3) not null default now(),
        constraint carrier_message__pk primary key (tenant_id, carrier_id, message_id)
      )`);
    await runner.query(`create index carrier_message__carrier_id__ix on carrier_message (carrier_id, created_at desc)`);
    await runner.query(`
      create table message_receipt (
        tenant_id text not null,
        message_id text collate "C" not null,
        digest text not null,
        created_at timestamptz(3) not null default now(),
        constraint message_receipt__pk primary key (tenant_id, message_id, digest)
      )`);
    for (const statement of tenantPolicySql('message_receipt', 'platform')) await runner.query(statement);
    for (const statement of tenantPolicySql('carrier_message', 'platform')) await runner.query(statement);
    for (const statement of systemAccessSql('carrier_message', 'platform', ['select'])) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table message_receipt');
    await runner.query('drop table carrier_message');
  }
}
