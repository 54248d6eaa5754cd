import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { logger } from '#libs/core/observability';
import { Database, tryLock } from '#libs/core/persistence';
import { DecoratedMethods, type DecoratedMethod } from '../handlers/decorated-methods.js';
import { EVERY, type EveryOptions } from '../handlers/every.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { QueueHolds } from '../holds/queue-holds.js';

/** A failing timer is logged once in this time (milliseconds). */
const LOG_EVERY_MS = 60_000;

type TimedMethod = DecoratedMethod<EveryOptions, [AbortSignal]>;

interface Timer extends TimedMethod {
  running?: Promise<void>;
  /** When a failure was logged last. */
  loggedAt: number;
}

/** Runs the methods that are marked with `@Every`. */
@Injectable()
export class Timers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private timers: Timer[] = [];

  constructor(
    private readonly methods: DecoratedMethods,
    private readonly scheduler: SchedulerRegistry,
    private readonly database: Database,
    private readonly holds: QueueHolds,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  onApplicationBootstrap(): void {
    const methods = this.methods.list<EveryOptions, [AbortSignal]>(EVERY);
    this.timers = methods
      .filter(({ metadata }) => metadata.in === 'all' || this.options.role !== 'api')
      .map((method) => ({ ...method, loggedAt: -Infinity }));
    for (const timer of this.timers) {
      const { every } = timer.metadata;
      const everyMs = typeof every === 'number' ? every : every(timer.instance);
      this.scheduler.addInterval(timer.name, setInterval(() => this.tick(timer), everyMs).unref());
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.timers.map(({ running }) => running));
  }

  private tick(timer: Timer): void {
    if (this.stopping.signal.aborted || (timer.metadata.whileHeld !== 'runs' && this.holds.isHeld)) return;
    timer.running ??= this.run(timer)
      .catch((error: unknown) => logFailure(timer, error))
      .finally(() => delete timer.running);
  }

  private async run({ metadata: { lock, when }, instance, call }: Timer): Promise<void> {
    const { signal } = this.stopping;
    if (when && !(await when(instance))) return;
    if (!lock) await call(signal);
    else {
      await this.database.system(async (tx) => {
        if (await tryLock(tx, lock)) await call(signal);
      });
    }
  }
}

function logFailure(timer: Timer, error: unknown): void {
  const now = performance.now();
  if (now - timer.loggedAt < LOG_EVERY_MS) return;
  timer.loggedAt = now;
  logger.error('A timed task failed; it runs again after its interval', { error, name: timer.name });
}
