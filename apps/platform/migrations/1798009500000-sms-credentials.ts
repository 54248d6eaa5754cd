import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/**
 * The carriers of texts that belong to tenants, one for each, sealed. The id changes with the secret. A carrier's ids of
 * messages are its own: `carrier` tells those of the installation (empty) from those of each tenant's carriers.
 */
export class SmsCredentials1798009500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table sms_credential (
         tenant_id text not null,
         id uuid not null,
         kind text not null,
         account text not null,
         address text not null,
         secret text not null,
         created_at timestamptz(3) not null default now(),
         last_used_at timestamptz(3),
         last_worked_at timestamptz(3),
         constraint sms_credential__pk primary key (tenant_id),
         constraint sms_credential__kind__ck check (kind in ('twilio', 'smpp'))
       )`,
    );
    for (const statement of tenantPolicySql('sms_credential', 'platform')) await runner.query(statement);
    await runner.query(`alter table carrier_message add column carrier text collate "C" not null default ''`);
    // Partial, so that no tenant's carrier can fill the entries of an id of the installation's.
    await runner.query('drop index carrier_message__carrier_id__ix');
    await runner.query(
      `create index carrier_message__carrier_id__ix on carrier_message (carrier_id, created_at desc) where carrier = ''`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index carrier_message__carrier_id__ix');
    await runner.query('alter table carrier_message drop column carrier');
    await runner.query('create index carrier_message__carrier_id__ix on carrier_message (carrier_id, created_at desc)');
    await runner.query('drop table sms_credential');
  }
}
