import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address of a removed mailbox is free: another one may have it. */
export class AddressesOfRemovedMailboxes1798310300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index mailbox__address__uq');
    await runner.query(
      'create unique index mailbox__address__uq on mailbox (tenant_id, address) where removed_at is null',
    );
    // Mail to the address of a removed mailbox is told apart from mail to one that never was.
    await runner.query('create index mailbox__address__ix on mailbox (tenant_id, address)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index mailbox__address__ix');
    await runner.query('drop index mailbox__address__uq');
    await runner.query('create unique index mailbox__address__uq on mailbox (tenant_id, address)');
  }
}
