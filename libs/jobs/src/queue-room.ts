import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';
import { Queues } from './queues.js';

const ANSWER_MS = 1_000;
const RECONNECT_MS = 100;
/** A process that has not been heard of for so long does no work any more. */
const SILENT_MS = 10_000;

/** Where Bull keeps what waits, and where it keeps the same while a queue is paused. */
const WAITING_LISTS = ['wait', 'paused'];

export interface QueueLengths {
  /** How many processes work on the app's queues, this one included. */
  processes: number;
  /** Chunks that wait in Bull, by kind. */
  waiting: ReadonlyMap<string, number>;
}

/**
 * Looks at how much waits in Bull, on a connection of its own: Bull's would hold a question back until Redis is there
 * again, and whoever asks here rather hears at once that it is not.
 */
@Injectable()
export class QueueRoom implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly process = randomUUID();
  private readonly present: string;

  constructor(
    private readonly queues: Queues,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {
    this.present = `{${options.app}}:present`;
    this.redis = new Redis(options.redisUrl, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: ANSWER_MS,
      connectTimeout: ANSWER_MS,
      retryStrategy: () => RECONNECT_MS,
    });
    // Whoever asks is told; without a listener the loss would end the process.
    this.redis.on('error', () => undefined);
  }

  /** Says that this process works, and asks how long the queues are. Rejects within a second when Redis is away. */
  async look(): Promise<QueueLengths> {
    const { kinds } = this.options;
    const now = Date.now();
    const [, , , processes, ...lengths] = await this.ask([
      ['zadd', this.present, now, this.process],
      ['zremrangebyscore', this.present, '-inf', now - SILENT_MS],
      ['pexpire', this.present, SILENT_MS],
      ['zcard', this.present],
      ...kinds.flatMap((kind) => WAITING_LISTS.map((list) => ['llen', this.queues.of(kind).toKey(list)])),
    ]);
    const lengthOf = (index: number) => Number(lengths[2 * index]) + Number(lengths[2 * index + 1]);
    return { processes: Number(processes), waiting: new Map(kinds.map((kind, index) => [kind, lengthOf(index)])) };
  }

  /** The jobs of a kind that Bull has in one of its lists at this moment, and so will see to. */
  async jobsOf(kind: string): Promise<Set<string>> {
    const queue = this.queues.of(kind);
    const lists = await this.ask([...WAITING_LISTS, 'active'].map((list) => ['lrange', queue.toKey(list), 0, -1]));
    return new Set((lists as string[][]).flat());
  }

  /** The replies to commands that are executed together. */
  private async ask(commands: (string | number)[][]): Promise<unknown[]> {
    if (this.redis.status === 'wait') await this.redis.connect();
    const replies = (await this.redis.multi(commands).exec()) ?? [];
    return replies.map(([error, reply]) => {
      if (error) throw error;
      return reply;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.redis.zrem(this.present, this.process).catch(() => undefined);
    this.redis.disconnect();
  }
}
