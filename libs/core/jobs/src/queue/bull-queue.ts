import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamicModule, FactoryProvider, OnApplicationShutdown } from '@nestjs/common';
import { BullModule, getQueueToken } from '@nestjs/bull';
import type { Queue, QueueOptions } from 'bull';
import type { Redis, RedisOptions } from 'ioredis';
import { logger } from '#libs/core/observability';
import { createRedis, FAIL_FAST, type RedisClient } from '#libs/core/redis';
import { JobQueue, type NamedChunk, type QueuedChunk, type QueueLoad } from './job-queue.js';
import type { JobsOptions } from '../jobs-options.js';

const RECONNECT_MS = 200;
/** How long Redis may take to accept chunks. */
const ACCEPT_MS = 2_000;
const CLOSE_MS = 2_000;
/** A process that has not registered for so long (milliseconds) counts as stopped. */
const SILENT_MS = 10_000;
/** Seconds after which the blocking read of an empty queue returns and is repeated. A job ends it at once. */
const BLOCKED_SECONDS = 60;
/** Interval of Bull's search for delayed jobs (milliseconds): it has none, because they wait in the outbox. */
const DELAYED_SEARCH_MS = 3_600_000;

/** Bull's lists of waiting jobs: the usual one, and the one it uses while a queue is paused. */
const WAITING_LISTS = ['wait', 'paused'];

/** Options that Bull requires of its connections. */
const BULL_CLIENT: RedisOptions = { enableReadyCheck: false, retryStrategy: () => RECONNECT_MS };
const BLOCKING: RedisOptions = { maxRetriesPerRequest: null };

type ChunkQueue = Queue<Partial<QueuedChunk>>;

/** The modules that register an app's queues, one for each kind of job; {@link bullQueueProvider} needs them. */
export function bullModules(options: JobsOptions): DynamicModule[] {
  return [
    BullModule.forRootAsync({ useFactory: () => queueOptions(options) }),
    BullModule.registerQueue(...options.kinds.map((kind) => ({ name: queueName(options, kind) }))),
  ];
}

export function bullQueueProvider(options: JobsOptions): FactoryProvider<JobQueue> {
  return {
    provide: JobQueue,
    inject: options.kinds.map((kind) => getQueueToken(queueName(options, kind))),
    useFactory: (...queues: ChunkQueue[]) => {
      return new BullQueue(options, new Map(options.kinds.map((kind, index) => [kind, queues[index]!])));
    },
  };
}

const queueName = ({ app }: JobsOptions, kind: string): string => `${app}.${kind}`;

/** The queues of an app in Redis, one for each kind of job. The only file that knows Bull. */
class BullQueue extends JobQueue implements OnApplicationShutdown {
  /**
   * For reads. Bull's own connections keep a command until Redis is available again; this one fails at once, so that the
   * relay dispatches nothing meanwhile.
   */
  private readonly redis: RedisClient;
  private readonly processId = randomUUID();
  private readonly workersKey: string;

  constructor(
    private readonly options: JobsOptions,
    private readonly queues: ReadonlyMap<string, ChunkQueue>,
  ) {
    super();
    for (const [kind, queue] of queues) adapt(queue, kind);
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

  async register(): Promise<void> {
    await this.execute(this.registration());
  }

  async load(): Promise<QueueLoad> {
    const { kinds } = this.options;
    const registration = this.registration();
    const answers = await this.execute([
      ...registration,
      ['zremrangebyscore', this.workersKey, '-inf', Date.now() - SILENT_MS],
      ['zcard', this.workersKey],
      ...kinds.flatMap((kind) => WAITING_LISTS.map((list) => ['llen', this.of(kind).toKey(list)])),
    ]);
    const [, processes, ...lengths] = answers.slice(registration.length);
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

  /** Nest closes the queues at the same time, as their module asks for; both calls end together. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await this.redis.zrem(this.workersKey, this.processId).catch(() => undefined);
    this.redis.disconnect();
  }

  private registration(): (string | number)[][] {
    return [
      ['zadd', this.workersKey, Date.now(), this.processId],
      ['pexpire', this.workersKey, SILENT_MS],
    ];
  }

  private of(kind: string): ChunkQueue {
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

/** Options that all queues of an app share. */
function queueOptions({ app, redisUrl, leaseMs }: JobsOptions): QueueOptions {
  return {
    // Bull's type is a connection to one server; a cluster works as well.
    createClient: (type) => connect(type, redisUrl) as Redis,
    // The braces keep a queue's keys in one slot of a Redis Cluster.
    prefix: `{${app}}`,
    settings: {
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      // A stalled chunk is safe to repeat: what was completed of it is gone from the outbox.
      maxStalledCount: 1_000,
      drainDelay: BLOCKED_SECONDS,
      guardInterval: DELAYED_SEARCH_MS,
      // The reconciler finds jobs that Redis lost, so a worker need not wait long for one.
      retryProcessDelay: 250,
    },
  };
}

function connect(type: 'client' | 'subscriber' | 'bclient', redisUrl: string): RedisClient {
  const connection = createRedis(redisUrl, type === 'client' ? BULL_CLIENT : { ...BULL_CLIENT, ...BLOCKING });
  if (type === 'bclient') quitAtOnce(connection);
  return connection;
}

/** A connection that is blocked answers QUIT when its read ends, and Bull waits half a second for that. */
function quitAtOnce(connection: RedisClient): void {
  connection.quit = async () => {
    connection.disconnect();
    return 'OK';
  };
}

/** Makes a queue of `@nestjs/bull` close also without Redis, and log what happens to its connections. */
function adapt(queue: ChunkQueue, kind: string): void {
  queue.on('error', (error) => logger.warn('A queue lost its Redis', { error, kind }));
  nameQuietly(queue);
  closeInTime(queue);
}

/** Bull names its connection and leaves the promise alone, which rejects if the queue closes before it reached Redis. */
function nameQuietly(queue: Queue): void {
  const named = queue as unknown as { setWorkerName(): Promise<unknown> };
  const setWorkerName = named.setWorkerName.bind(queue);
  named.setWorkerName = () => setWorkerName().catch(() => undefined);
}

/**
 * Replaces `close()`, which the module of `@nestjs/bull` calls, too: Bull's own waits for a connection that may never be made,
 * and leaves connections open that `createClient` made.
 */
function closeInTime(queue: Queue): void {
  const closeOfBull = queue.close.bind(queue);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await within(CLOSE_MS, closeOfBull(), 'Bull did not close in time').catch(() => undefined);
    for (const connection of connectionsOf(queue)) connection.disconnect();
  };
  queue.close = () => (closing ??= close());
}

/** Bull makes a connection when it is first read, and says whether it was. */
function connectionsOf(queue: Queue): RedisClient[] {
  const made = queue as unknown as Record<`${'client' | 'subscriber' | 'bclient'}Initialized`, boolean | undefined> &
    Record<'client' | 'eclient' | 'bclient', RedisClient>;
  return [
    ...(made.clientInitialized ? [made.client] : []),
    ...(made.subscriberInitialized ? [made.eclient] : []),
    ...(made.bclientInitialized ? [made.bclient] : []),
  ];
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
