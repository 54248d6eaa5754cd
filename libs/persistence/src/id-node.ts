import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { ID_NODES, useIdNode } from './ids.js';
import { LOCKS } from './locks.js';

const RETRY_MS = 500;
/** How long a start waits for a number: a process that ends may take as long to let go of its own. */
const WAIT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Well before Postgres itself takes a silent connection for lost (two hours) and frees its lock. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * The number of this process among those that make ids in one database. It is an advisory lock on a connection of its
 * own, so two living processes never share a number, and the number of one that ended is free at once.
 *
 * When the connection is lost, the process goes on with its number and takes it again as soon as it can, or another one
 * if a new process was faster. New processes look for a number from a sequence on, so that the one that they find is
 * the one that was used longest ago.
 */
@Injectable()
export class IdNode implements OnModuleInit, OnApplicationShutdown {
  private client: pg.Client | undefined;
  private number: number | undefined;
  private readonly stopping = new AbortController();

  /** @param url connection of a role that may use the sequence `id_node` */
  constructor(
    private readonly url: string,
    private readonly app: string,
    private readonly waitMs = WAIT_MS,
  ) {}

  get current(): number | undefined {
    return this.number;
  }

  /** @throws Error if every number is taken for longer than a start waits */
  async onModuleInit(): Promise<void> {
    const deadline = Date.now() + this.waitMs;
    while (!(await this.lease())) {
      if (Date.now() >= deadline) {
        throw new Error(
          `Each of the ${ID_NODES} process numbers of ids is taken: too many processes of ${this.app} run`,
        );
      }
      await delay(RETRY_MS);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
  }

  /** Takes a number; false if none is free. */
  private async lease(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: `${this.app} id node`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const number = (await this.lockOwn(client)) ?? (await lockNext(client));
      if (number === undefined) {
        await client.end();
        return false;
      }
      client.once('end', () => void this.leaseAgain());
      this.client = client;
      this.number = number;
      useIdNode(number);
      return true;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  private async lockOwn(client: pg.Client): Promise<number | undefined> {
    if (this.number === undefined) return undefined;
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock($1, $2) as locked`, [
      LOCKS['id node'],
      this.number,
    ]);
    return rows[0]?.locked ? this.number : undefined;
  }

  private async leaseAgain(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (await this.lease().catch(() => false)) {
        if (signal.aborted) await this.client?.end().catch(() => undefined);
        return;
      }
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Locks the first free number from the sequence on. */
async function lockNext(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ start: number }>(`select (nextval('id_node') % $1)::int as start`, [ID_NODES]);
  const { rows: locked } = await client.query<{ number: number }>(
    `select number from (select ($2 + step) % $3 as number from generate_series(0, $3 - 1) as step offset 0) as candidate
     where pg_try_advisory_lock($1, number) limit 1`,
    [LOCKS['id node'], rows[0]?.start ?? 0, ID_NODES],
  );
  return locked[0]?.number;
}
