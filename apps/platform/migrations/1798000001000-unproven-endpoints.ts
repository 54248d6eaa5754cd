import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An endpoint that has never answered with 2xx gets few deliveries an hour, so that no account can aim its events at a server
 * that did not ask for them. Endpoints that have a delivery are proven. A replay is remembered by the ids of its deliveries.
 */
export class UnprovenEndpoints1798000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table webhook_endpoint add column proven_at timestamptz(3), add column trials timestamptz[] not null default '{}',
         add column replay_first text, add column replay_last text`,
    );
    // Row-level security is forced on the owner, too, who has to see the rows here.
    for (const table of ['webhook_endpoint', 'webhook_delivery']) {
      await runner.query(`alter table ${table} no force row level security`);
    }
    await runner.query(
      `update webhook_endpoint e set proven_at = now()
       where exists (select from webhook_delivery d
                     where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'delivered')`,
    );
    for (const table of ['webhook_endpoint', 'webhook_delivery']) {
      await runner.query(`alter table ${table} force row level security`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table webhook_endpoint drop column proven_at, drop column trials, drop column replay_first, drop column replay_last`,
    );
  }
}
