import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { LOCK_FREE_ID_NODE, NEXT_ID_NODE, TRY_ID_NODE } from './id-node.sql.js';
import { ID_NODES, useIdNode } from './ids.js';
import { LOCKS } from '../locks/locks.js';

const RETRY_MS = 500;
/** How long a start waits for a free number (milliseconds): a process that stops may take as long to release its own. */
const WAIT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without it Postgres notices a lost connection, and releases its lock, only after two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * The number of this process among those that make ids in one database. It is leased by an advisory lock on its own
 * connection: two running processes never share a number, and the number of a stopped process is free at once.
 *
 * If the connection is lost, the process keeps its number and locks it again as soon as it can. If a new process has
 * locked it meanwhile, it takes another one. The search for a free number starts at the next value of a sequence, so that
 * the number which was used longest ago is found first.
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

  /** Locks a number; returns false if none is free. */
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
    const { rows } = await client.query<{ locked: boolean }>(TRY_ID_NODE, [LOCKS['id node'], this.number]);
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
  const { rows } = await client.query<{ start: number }>(NEXT_ID_NODE, [ID_NODES]);
  const { rows: locked } = await client.query<{ number: number }>(LOCK_FREE_ID_NODE, [
    LOCKS['id node'],
    rows[0]?.start ?? 0,
    ID_NODES,
  ]);
  return locked[0]?.number;
}
