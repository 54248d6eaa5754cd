import type { MigrationInterface, QueryRunner } from 'typeorm';

const APP = 'platform';

/** 2020-01-01 in seconds. */
const EPOCH = 1_577_836_800;

const COLUMNS = ['position', 'ownership_token', 'last_checked_at', 'next_check_at', 'missing_since', 'record_checks'];

/** Sending domains that their tenant manages: proof of ownership, what was found in DNS, keys that come and go. */
export class DomainManagement1795000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...domains(), ...keys(), ...systemAccess()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop policy system_select on sending_domain`);
    await runner.query(`drop policy system_update on sending_domain`);
    await runner.query(`revoke all on sending_domain from ${APP}_system`);
    await runner.query(`alter table domain_key drop column retired_at`);
    await runner.query(`drop index sending_domain__verified__uq`);
    for (const column of COLUMNS) await runner.query(`alter table sending_domain drop column ${column}`);
  }
}

/*
 * A UUID is no cursor, so a domain has a position beside it: microseconds since 2020 when it was added, which a JSON
 * number holds exactly. Row-level security is forced upon the owner too, who has to see the rows to give them theirs. The unique index over verified names crosses tenants: one tenant at a time has a domain.
 */
function domains(): string[] {
  return [
    `alter table sending_domain
       add column position bigint not null
         default ((extract(epoch from clock_timestamp()) - ${EPOCH}) * 1000000)::bigint,
       add column ownership_token text not null default replace(gen_random_uuid()::text, '-', ''),
       add column last_checked_at timestamptz(3),
       add column next_check_at timestamptz(3) not null default now() + interval '6 hours',
       add column missing_since timestamptz(3),
       add column record_checks jsonb not null default '{}'`,
    `alter table sending_domain no force row level security`,
    `update sending_domain d set position = known.position
     from (
       select tenant_id, id,
              ((extract(epoch from created_at) - ${EPOCH}) * 1000000)::bigint
              + row_number() over (partition by tenant_id order by created_at, id) as position
       from sending_domain
     ) known
     where d.tenant_id = known.tenant_id and d.id = known.id`,
    `alter table sending_domain force row level security`,
    `alter table sending_domain add constraint sending_domain__position__uq unique (tenant_id, position)`,
    `create unique index sending_domain__verified__uq on sending_domain (name) where verified_at is not null`,
    `create index sending_domain__next_check__ix on sending_domain (next_check_at) where verified_at is not null`,
  ];
}

/** A key signs while it is active; before that it waits for its record, afterwards it has a `retired_at`. */
function keys(): string[] {
  return [
    `alter table domain_key
       add column retired_at timestamptz(3),
       add constraint domain_key__retired__ck check (retired_at is null or not active)`,
  ];
}

/** The system role learns which domains are due for a check, and of whom; their names and tokens it cannot read. */
function systemAccess(): string[] {
  return [
    `grant select (tenant_id, id, verified_at, next_check_at), update (next_check_at) on sending_domain to ${APP}_system`,
    `create policy system_select on sending_domain for select to ${APP}_system using (verified_at is not null)`,
    `create policy system_update on sending_domain for update to ${APP}_system
       using (verified_at is not null and next_check_at <= now()) with check (true)`,
  ];
}
