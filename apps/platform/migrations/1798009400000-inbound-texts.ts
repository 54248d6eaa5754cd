import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Texts that came in, by the carrier's ids; who was texted from a sender that tenants share; suppression by a text. */
export class InboundTexts1798009400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table inbound_text (
        tenant_id text not null,
        carrier_id text collate "C" not null,
        created_at timestamptz(3) not null default now(),
        constraint inbound_text__pk primary key (tenant_id, carrier_id)
      )`);
    for (const statement of tenantPolicySql('inbound_text', 'platform')) await runner.query(statement);
    const isOver = `created_at < now() - interval '35 days'`;
    await runner.query(`grant select, delete on inbound_text to platform_system`);
    await runner.query(`create policy system_select on inbound_text for select to platform_system using (${isOver})`);
    await runner.query(`create policy system_delete on inbound_text for delete to platform_system using (${isOver})`);
    await runner.query(`
      create table shared_sender_text (
        tenant_id text not null,
        recipient text collate "C" not null,
        constraint shared_sender_text__pk primary key (tenant_id, recipient)
      )`);
    await runner.query(`create index shared_sender_text__recipient__ix on shared_sender_text (recipient)`);
    for (const statement of tenantPolicySql('shared_sender_text', 'platform')) await runner.query(statement);
    for (const statement of systemAccessSql('shared_sender_text', 'platform', ['select']))
      await runner.query(statement);
    await runner.query(`
      alter table suppression drop constraint suppression__source__ck,
        add constraint suppression__source__ck check (source in ('report', 'link', 'api', 'text'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table suppression no force row level security');
    await runner.query(`update suppression set source = 'link' where source = 'text'`);
    await runner.query('alter table suppression force row level security');
    await runner.query(`
      alter table suppression drop constraint suppression__source__ck,
        add constraint suppression__source__ck check (source in ('report', 'link', 'api'))`);
    await runner.query('drop table shared_sender_text');
    await runner.query('drop table inbound_text');
  }
}
