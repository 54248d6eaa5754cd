import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plans that tenants may have. They belong to no tenant, so only the system role sees them. */
export class Plans1798000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of plans()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plan');
  }
}

function plans(): string[] {
  return [
    `create table plan (
       name text collate "C" primary key constraint plan__name__ck check (name <> ''),
       position bigint not null constraint plan__position__uq unique,
       quota_email bigint,
       quota_sms bigint,
       quota_push bigint,
       daily_ramp bigint,
       calls_per_minute_send integer,
       calls_per_minute_read integer,
       calls_per_minute_write integer,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now()
     )`,
    // The plans that were in the code until now.
    `insert into plan (name, position, quota_email, quota_sms, quota_push,
                       calls_per_minute_send, calls_per_minute_read, calls_per_minute_write)
     values ('free', 1, 3000, 0, 10000, 120, 600, 300),
            ('starter', 2, 50000, 1000, 200000, 1200, 1200, 600),
            ('growth', 3, 500000, 20000, 2000000, 12000, 6000, 3000),
            ('scale', 4, null, null, null, 120000, 60000, 30000)`,
    `grant select, insert, update on plan to platform_system`,
  ];
}
