import type { MigrationInterface, QueryRunner } from 'typeorm';
import { outboxSql } from '#libs/core/jobs';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The system role enqueues mail to users: it is the one that can read them. */
const OUTBOX = [...outboxSql('identity'), ...systemAccessSql('outbox', 'identity', ['insert'])];

/** Tokens of links in mail, as hashes. A used one stays until its time is over. */
const LINK_TOKENS = [
  `create table link_token (
    token_hash text primary key,
    purpose text not null constraint link_token__purpose__ck check (purpose in ('verification', 'password-reset')),
    user_id text not null references user_account on delete cascade,
    address_id text not null references email_address on delete cascade,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    used_at timestamptz(3))`,
  `create index link_token__address_id__ix on link_token (address_id)`,
  `create index link_token__user_id__ix on link_token (user_id)`,
  `create index link_token__expires_at__ix on link_token (expires_at)`,
  `grant select, insert, update, delete on link_token to identity_system`,
];

const INVITATIONS = [
  `create table invitation (
    id uuid not null default uuidv7(),
    tenant_id text not null references tenant on delete cascade,
    email text not null constraint invitation__lower_case__ck check (email = lower(email)),
    role text not null constraint invitation__role__ck check (role in ('owner', 'admin', 'member')),
    token_hash text not null constraint invitation__token_hash__uq unique,
    invited_by text not null,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    accepted_at timestamptz(3),
    accepted_by text,
    revoked_at timestamptz(3),
    constraint invitation__pk primary key (tenant_id, id))`,
  `create unique index invitation__open__uq on invitation (tenant_id, email)
    where accepted_at is null and revoked_at is null`,
  ...tenantPolicySql('invitation', 'identity'),
  // Across tenants an invitation is found by the hash of its token, and nothing of it is changed that way.
  ...systemAccessSql('invitation', 'identity', ['select']),
];

const UP = [...OUTBOX, ...LINK_TOKENS, ...INVITATIONS];
const DOWN = ['drop table invitation, link_token, outbox'];

export class PeopleAndMail1796000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
