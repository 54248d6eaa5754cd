import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Public keys with which a mailbox verifies signatures. */
export class PgpKeys1797080500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pgp_key (
        tenant_id text not null,
        id uuid not null,
        mailbox_id uuid not null,
        email text collate "C" not null,
        fingerprint text collate "C" not null,
        user_id text not null,
        public_key text not null,
        is_own boolean not null,
        expires_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        constraint pgp_key__pk primary key (tenant_id, id),
        constraint pgp_key__mailbox__fk foreign key (tenant_id, mailbox_id)
          references mailbox (tenant_id, id) on delete cascade
      )`);
    await runner.query('create unique index pgp_key__fingerprint__uq on pgp_key (tenant_id, mailbox_id, fingerprint)');
    await runner.query('create index pgp_key__email__ix on pgp_key (tenant_id, mailbox_id, email)');
    for (const statement of tenantPolicySql('pgp_key', 'mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pgp_key');
  }
}
