import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const scaleSql = (scales: string): string =>
  `alter table sending_usage drop constraint sending_usage__scale__ck,
     add constraint sending_usage__scale__ck check (scale in (${scales})) not valid`;

/** Creates the record of messages that mailboxes forwarded, and got forwarded, so that each does so once; and counts per day. */
export class MessagePassages1798310200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      `create table message_passage (
         tenant_id text not null,
         mailbox_id uuid not null,
         kind text not null,
         known_as text collate "C" not null,
         passed_at timestamptz(3) not null default now(),
         constraint message_passage__pk primary key (tenant_id, mailbox_id, kind, known_as),
         constraint message_passage__mailbox__fk foreign key (tenant_id, mailbox_id)
           references mailbox (tenant_id, id) on delete cascade,
         constraint message_passage__kind__ck check (kind in ('kept', 'forwarded'))
       )`,
      `create index message_passage__passed_at__ix on message_passage (passed_at)`,
      ...tenantPolicySql('message_passage', 'mail'),
      // What is long past is deleted for all tenants.
      ...systemAccessSql('message_passage', 'mail', ['select', 'delete']),
      scaleSql(`'day', 'month', 'forward'`),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table message_passage');
    await runner.query(`delete from sending_usage where scale = 'forward'`);
    await runner.query(scaleSql(`'day', 'month'`));
  }
}
