import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import Bull, { type Queue, type QueueOptions } from 'bull';
import type { Redis, RedisOptions } from 'ioredis';
import { logger } from '#libs/observability';
import { createRedis, FAIL_FAST, type RedisClient } from '#libs/redis';
import { JobQueue, type NamedChunk, type QueuedChunk, type QueueLoad } from './job-queue.js';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';

const RECONNECT_MS = 200;
/** How long Redis may take to accept chunks. */
const ACCEPT_MS = 2_000;
const CLOSE_MS = 2_000;
/** A process that has not registered for so long (milliseconds) counts as stopped. */
const SILENT_MS = 10_000;

/** Bull's lists of waiting jobs: the usual one, and the one it uses while a queue is paused. */
const WAITING_LISTS = ['wait', 'paused'];

/** Options that Bull requires of its connections. */
const BULL_CLIENT: RedisOptions = { enableReadyCheck: false, retryStrategy: () => RECONNECT_MS };
const BLOCKING: RedisOptions = { maxRetriesPerRequest: null };

/** The queues of an app in Redis, one for each kind of job. The only file that knows Bull. */
@Injectable()
export class BullQueue extends JobQueue implements OnApplicationShutdown {
  private readonly queues: ReadonlyMap<string, Queue<Partial<QueuedChunk>>>;
  /**
   * For reads. Bull's own connections keep a command until Redis is available again; this one fails at once, so that the
   * relay dispatches nothing meanwhile.
   */
  private readonly redis: RedisClient;
  private readonly processId = randomUUID();
  private readonly workersKey: string;

  constructor(@Inject(JOBS_OPTIONS) private readonly options: JobsOptions) {
    super();
    this.queues = new Map(options.kinds.map((kind) => [kind, createQueue(kind, options)]));
    this.workersKey = `{${options.app}}:present`;
    this.redis = createRedis(options.redisUrl, { ...FAIL_FAST, lazyConnect: true });
  }

  async add(kind: string, chunks: readonly NamedChunk[]): Promise<void> {
    const jobs = chunks.map(({ tenantId, ids, jobId }) => ({
      data: { tenantId, ids },
      // Postgres records failed and completed jobs; Bull keeps only waiting and running ones.
      opts: { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    await within(ACCEPT_MS, this.of(kind).addBulk(jobs), 'Redis did not accept work in time');
  }

  process(kind: string, concurrency: number, work: (chunk: QueuedChunk) => Promise<void>): void {
    const working = this.of(kind).process(concurrency, async ({ data: { tenantId, ids } }) => {
      // If Redis is emptied between taking a job and reading it, the job has no data.
      if (tenantId !== undefined && ids) await work({ tenantId, ids });
    });
    // Ends when the queue closes, with an error if it never reached Redis. Other errors go to the queue's error listener.
    working.catch((error: unknown) => logger.warn('A queue closed before it reached Redis', { error, kind }));
  }

  async load(): Promise<QueueLoad> {
    const { kinds } = this.options;
    const now = Date.now();
    const [, , , processes, ...lengths] = await this.execute([
      ['zadd', this.workersKey, now, this.processId],
      ['zremrangebyscore', this.workersKey, '-inf', now - SILENT_MS],
      ['pexpire', this.workersKey, SILENT_MS],
      ['zcard', this.workersKey],
      ...kinds.flatMap((kind) => WAITING_LISTS.map((list) => ['llen', this.of(kind).toKey(list)])),
    ]);
    const lengthOf = (index: number) => Number(lengths[2 * index]) + Number(lengths[2 * index + 1]);
    return { processes: Number(processes), waiting: new Map(kinds.map((kind, index) => [kind, lengthOf(index)])) };
  }

  async jobIds(kind: string): Promise<Set<string>> {
    const queue = this.of(kind);
    const lists = await this.execute([...WAITING_LISTS, 'active'].map((list) => ['lrange', queue.toKey(list), 0, -1]));
    return new Set((lists as string[][]).flat());
  }

  async delete(kind: string, jobId: string): Promise<void> {
    const job = await this.of(kind).getJob(jobId);
    await job?.remove();
  }

  async drain(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.pause(true, false).catch(() => undefined)));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map(close));
    await this.redis.zrem(this.workersKey, this.processId).catch(() => undefined);
    this.redis.disconnect();
  }

  private of(kind: string): Queue<Partial<QueuedChunk>> {
    const queue = this.queues.get(kind);
    if (!queue) throw new Error(`No queue for jobs of kind ${kind}`);
    return queue;
  }

  /** Executes commands in one MULTI and returns their replies. */
  private async execute(commands: (string | number)[][]): Promise<unknown[]> {
    if (this.redis.status === 'wait') await this.redis.connect();
    const replies = (await this.redis.multi(commands).exec()) ?? [];
    return replies.map(([error, reply]) => {
      if (error) throw error;
      return reply;
    });
  }
}

function createQueue(kind: string, { app, redisUrl, leaseMs }: JobsOptions): Queue<Partial<QueuedChunk>> {
  const clients: RedisClient[] = [];
  // Bull's type is a connection to one server; a cluster works as well.
  const createClient = (type: 'client' | 'subscriber' | 'bclient'): Redis => {
    const client = createRedis(redisUrl, type === 'client' ? BULL_CLIENT : { ...BULL_CLIENT, ...BLOCKING });
    if (type === 'bclient') quitAtOnce(client);
    clients.push(client);
    return client as Redis;
  };
  const options: QueueOptions = {
    createClient,
    // The braces keep a queue's keys in one slot of a Redis Cluster.
    prefix: `{${app}}`,
    settings: {
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      // A stalled chunk is safe to repeat: what was completed of it is gone from the outbox.
      maxStalledCount: 1_000,
      // Seconds after which the blocking read returns when there is no job.
      drainDelay: 1,
      // The reconciler finds jobs that Redis lost, so a worker need not wait long for one.
      retryProcessDelay: 250,
    },
  };
  const queue = new Bull<Partial<QueuedChunk>>(`${app}.${kind}`, options);
  // Bull closes only the connections in this list.
  (queue as unknown as { clients: RedisClient[] }).clients = clients;
  queue.on('error', (error) => logger.warn('A queue lost its Redis', { error, kind }));
  nameQuietly(queue);
  return queue;
}

/** Bull names its connection and leaves the promise alone, which rejects if the queue closes before it reached Redis. */
function nameQuietly(queue: Queue): void {
  const named = queue as unknown as { setWorkerName(): Promise<unknown> };
  const setWorkerName = named.setWorkerName.bind(queue);
  named.setWorkerName = () => setWorkerName().catch(() => undefined);
}

/** A connection that is blocked answers QUIT when its read ends, and Bull waits half a second for that. */
function quitAtOnce(client: RedisClient): void {
  client.quit = async () => {
    client.disconnect();
    return 'OK';
  };
}

/** Closes a queue, also without Redis: Bull itself would wait for a connection that was never made. */
async function close(queue: Queue): Promise<void> {
  const closed = await within(CLOSE_MS, queue.close(), 'Bull did not close in time').then(
    () => true,
    () => false,
  );
  if (!closed) for (const client of (queue as unknown as { clients: RedisClient[] }).clients) client.disconnect();
}

/** @throws Error with this message if the work takes longer; the work is not stopped */
async function within(milliseconds: number, work: Promise<unknown>, message: string): Promise<void> {
  const over = new AbortController();
  const late = delay(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error(message);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}
