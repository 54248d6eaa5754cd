import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Topics of messages, and suppressions for one of them; entries that are there already still hold everything back. */
export class Topics1798260010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table topic (
        tenant_id text collate "C" not null,
        id text collate "C" not null,
        name text not null,
        slug text collate "C" not null,
        description text,
        transactional boolean not null default false,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint topic__pk primary key (tenant_id, id),
        constraint topic__slug__uq unique (tenant_id, slug)
      )`);
    for (const statement of tenantPolicySql('topic', 'platform')) await runner.query(statement);
    await runner.query('alter table message add column topic text collate "C"');
    await runner.query(`
      alter table suppression
        add column topic text collate "C" not null default '',
        drop constraint suppression__pk,
        add constraint suppression__pk primary key (tenant_id, address, sender, topic)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Row-level security would hide the rows from the owner, too. Nobody who objected to a part may get that part again:
    // the widest of its entries then holds everything back.
    await runner.query('alter table suppression no force row level security');
    await runner.query(`
      delete from suppression s using suppression other
      where other.tenant_id = s.tenant_id and other.address = s.address and other.sender = s.sender
        and other.topic < s.topic`);
    await runner.query('alter table suppression force row level security');
    await runner.query(`
      alter table suppression
        drop constraint suppression__pk,
        drop column topic,
        add constraint suppression__pk primary key (tenant_id, address, sender)`);
    await runner.query('alter table message drop column topic');
    await runner.query('drop table topic');
  }
}
