import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** The credentials of push services that belong to a tenant, one of each kind, sealed. The id changes with the secret. */
export class PushCredentials1798002000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table push_credential (
         tenant_id text not null,
         kind text collate "C" not null,
         id uuid not null,
         secret text not null,
         fingerprint text not null,
         created_at timestamptz(3) not null default now(),
         last_used_at timestamptz(3),
         last_worked_at timestamptz(3),
         constraint push_credential__pk primary key (tenant_id, kind),
         constraint push_credential__id__uq unique (tenant_id, id),
         constraint push_credential__kind__ck check (kind in ('fcm', 'apns', 'vapid'))
       )`,
    );
    for (const statement of tenantPolicySql('push_credential', 'platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table push_credential');
  }
}
