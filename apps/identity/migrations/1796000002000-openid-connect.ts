import type { MigrationInterface, QueryRunner } from 'typeorm';

const SIGNING_KEYS = [
  // A key is published before it signs, so that cached key sets contain it by then.
  `alter table signing_key add column signs_from timestamptz(3) not null default now()`,
  `update signing_key set signs_from = created_at`,
  // The private part of a retired key is not needed.
  `alter table signing_key alter column sealed_private_jwk drop not null`,
];

const APP_SESSIONS = [
  // The app that a session was opened for; null for one that the person opened, by password.
  `alter table session add column client_id text`,
];

/** Codes, tokens and grants. They belong to people, as sessions do: the app's role does not see them at all. */
const ARTIFACTS = [
  `create table oidc_artifact (
    kind text not null,
    id_hash bytea not null,
    sealed_payload text not null,
    grant_hash bytea,
    uid_hash bytea,
    user_code_hash bytea,
    session_id text constraint oidc_artifact__session_id__fk references session on delete cascade,
    consumed_at timestamptz(3),
    expires_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    constraint oidc_artifact__pk primary key (kind, id_hash))`,
  `create index oidc_artifact__grant__ix on oidc_artifact (grant_hash) where grant_hash is not null`,
  `create index oidc_artifact__uid__ix on oidc_artifact (kind, uid_hash) where uid_hash is not null`,
  `create unique index oidc_artifact__user_code__uq on oidc_artifact (kind, user_code_hash)
    where user_code_hash is not null`,
  `create index oidc_artifact__session_id__ix on oidc_artifact (session_id) where session_id is not null`,
  `create index oidc_artifact__expires_at__ix on oidc_artifact (expires_at)`,
  `grant select, insert, update, delete on oidc_artifact to identity_system`,
];

const DOWN = [
  'drop table oidc_artifact',
  'alter table session drop column client_id',
  'delete from signing_key where sealed_private_jwk is null',
  'alter table signing_key alter column sealed_private_jwk set not null, drop column signs_from',
];

export class OpenIdConnect1796000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SIGNING_KEYS, ...APP_SESSIONS, ...ARTIFACTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
