import pg from 'pg';
import { waitUntil } from '#libs/test/testing';

const LOCK = 4_711;

/** A database whose steps are held. */
export interface HeldDatabase {
  database: { adminUrl: string };
  sql(text: string): Promise<object[]>;
}

/** Has transactions wait at a step for as long as a test likes, so that their process can be killed there. */
export class HeldSteps {
  private constructor(
    private readonly stack: HeldDatabase,
    private readonly client: pg.Client,
  ) {}

  static async start(stack: HeldDatabase): Promise<HeldSteps> {
    const client = new pg.Client({ connectionString: stack.database.adminUrl });
    await client.connect();
    await stack.sql(`create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`);
    return new HeldSteps(stack, client);
  }

  /** From now on it waits for {@link release} before a row is written of which `condition` is true, while steps are held. */
  async at(table: string, event: 'insert' | 'update', condition = 'true'): Promise<void> {
    await this.stack.sql(
      `create trigger hold_${event} before ${event} on ${table} for each row when (${condition}) execute function hold()`,
    );
  }

  async hold(): Promise<void> {
    await this.client.query(`select pg_advisory_lock(${LOCK})`);
  }

  /** Ends the transactions that wait. Postgres goes on with a statement whose client is gone, and may have its commit already. */
  async abort(): Promise<void> {
    await this.stack.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event = 'advisory' and datname = current_database()`,
    );
    await waitUntil(async () => (await this.waiting()) === 0, { what: 'the end of what was held' });
  }

  async release(): Promise<void> {
    await this.client.query('select pg_advisory_unlock_all()');
  }

  /** How many transactions wait. */
  async waiting(): Promise<number> {
    const rows = await this.stack.sql(
      `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
    );
    return rows.length;
  }

  async stop(): Promise<void> {
    await this.client.end();
  }
}
