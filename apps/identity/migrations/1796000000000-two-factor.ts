import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors belong to people, as sessions do: the app's role does not see them at all. */
const UP = [
  // The secret that logins ask for, and beside it one that its owner has not confirmed yet.
  `create table totp (
    user_id text primary key references user_account on delete cascade,
    sealed_secret text,
    confirmed_at timestamptz(3),
    last_step bigint not null default 0,
    sealed_pending text,
    pending_until timestamptz(3),
    constraint totp__confirmed__ck check ((sealed_secret is null) = (confirmed_at is null)),
    constraint totp__pending__ck check ((sealed_pending is null) = (pending_until is null)))`,

  `create table recovery_code (
    user_id text not null references totp on delete cascade,
    code_hash text not null,
    used_at timestamptz(3),
    constraint recovery_code__pk primary key (user_id, code_hash))`,

  // A right password that waits for its second factor: one for each person, so that trying again wins no tries.
  `create table pending_login (
    user_id text primary key references user_account on delete cascade,
    expires_at timestamptz(3) not null,
    tries_left int not null)`,
  `create index pending_login__expires_at__ix on pending_login (expires_at)`,

  `grant select, insert, update, delete on totp, recovery_code, pending_login to identity_system`,

  `create index session__open__ix on session (user_id, last_seen_at desc) where revoked_at is null`,
  // When a session ended, whichever way: what the purge goes by. \`least\` passes over nulls.
  `create index session__ended__ix on session (least(expires_at, revoked_at))`,
];

const DOWN = [
  'drop index session__ended__ix',
  'drop index session__open__ix',
  'drop table pending_login, recovery_code, totp',
];

export class TwoFactor1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
