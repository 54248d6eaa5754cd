import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** A small mail counts as so many bytes, so that the number of them has a limit, too. */
const COUNTED = 'sum(greatest(bytes, 16384))';

/**
 * The bytes of the received mail of each tenant, kept by the statements that add and delete it: a limit that is asked for at each
 * recipient reads one row. The system role deletes mail whose time is over.
 */
export class ReceivedTotals1799004200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `create table received_total (
         tenant_id text not null,
         bytes bigint not null,
         constraint received_total__pk primary key (tenant_id)
       )`,
      ...tenantPolicySql('received_total', 'platform'),
      ...systemAccessSql('received_total', 'platform', ['select', 'update']),
      // Before the rows are counted: nothing is added or deleted between the count and the triggers.
      'lock table received_email in share row exclusive mode',
      ...ofAllTenants(`insert into received_total select tenant_id, ${COUNTED} from received_email group by tenant_id`),
      `create function add_received() returns trigger volatile language plpgsql as $$
       begin
         insert into received_total as total (tenant_id, bytes)
         select tenant_id, ${COUNTED} from added group by tenant_id order by tenant_id
         on conflict (tenant_id) do update set bytes = total.bytes + excluded.bytes;
         return null;
       end $$`,
      // In one order, as above: two statements that change several totals wait for each other once.
      `create function subtract_received() returns trigger volatile language plpgsql as $$
       begin
         perform from received_total where tenant_id in (select tenant_id from deleted) order by tenant_id for update;
         update received_total total set bytes = total.bytes - gone.bytes
           from (select tenant_id, ${COUNTED} as bytes from deleted group by tenant_id) gone
          where total.tenant_id = gone.tenant_id;
         return null;
       end $$`,
      `create trigger add_received after insert on received_email referencing new table as added
         for each statement execute function add_received()`,
      `create trigger subtract_received after delete on received_email referencing old table as deleted
         for each statement execute function subtract_received()`,
      'drop index received_email__bytes__ix',
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const statements = [
      'create index received_email__bytes__ix on received_email (tenant_id, bytes)',
      'drop trigger subtract_received on received_email',
      'drop trigger add_received on received_email',
      'drop function subtract_received',
      'drop function add_received',
      'drop table received_total',
    ];
    for (const statement of statements) await runner.query(statement);
  }
}

/** A statement of the owner over the rows of all tenants, which the policies of the tables would hide. */
const ofAllTenants = (statement: string): string[] => [
  ...['received_email', 'received_total'].map((table) => `alter table ${table} no force row level security`),
  statement,
  ...['received_email', 'received_total'].map((table) => `alter table ${table} force row level security`),
];
