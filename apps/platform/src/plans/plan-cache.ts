import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { ReloadedCopy } from '#libs/core/copies';
import { createRedis, subscribe, type RedisClient } from '#libs/core/redis';
import { PlatformConfig } from '../config.js';
import { NO_PLAN, UNKNOWN_PLAN, WITHOUT_PLAN, type PlanLimits } from './plan.js';
import { PlanRepository } from './plan.repository.js';

const CHANNEL = '{plans}:changed';
/** How long a process that misses the message may use old plans. */
const POLL_MS = 900;

/**
 * All plans in the memory of this process, so that no request reads them from the database. A change by this process
 * applies at once, one by another process with its message in Redis or the next poll.
 */
@Injectable()
export class PlanCache implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly redis: RedisClient;
  private version: string | undefined;
  private plans: ReadonlyMap<string, PlanLimits> = new Map();
  private readonly reported = new Set<string>();
  private readonly copy = new ReloadedCopy('plans', () => this.load());
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly repository: PlanRepository,
    config: PlatformConfig,
  ) {
    this.redis = createRedis(config.redisUrl);
  }

  /** Returns the limits of a plan. An unknown plan grants no messages. */
  get(name: string): PlanLimits {
    return this.plans.get(name) ?? this.reportUnknown(name);
  }

  /** The app accepts no request before the plans are loaded. */
  async onModuleInit(): Promise<void> {
    await this.copy.start();
    this.stopListening = subscribe(this.redis, CHANNEL, () => void this.copy.refresh());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopListening?.();
    await this.copy.settled();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  @Every({ every: POLL_MS, in: 'all', whileHeld: 'runs' })
  async poll(): Promise<void> {
    await this.copy.poll();
  }

  /** Applies a committed change here, and tells the other processes. */
  async publish(): Promise<void> {
    await this.copy.refresh();
    // Without Redis, the other processes see the change at their next poll.
    await this.redis.publish(CHANNEL, '').catch(() => undefined);
  }

  private async load(): Promise<void> {
    const version = await this.database.statement((pool) => this.repository.version(pool));
    if (version === this.version) return;
    const plans = await this.database.system((tx) => this.repository.list(tx));
    this.plans = new Map<string, PlanLimits>([
      [NO_PLAN, WITHOUT_PLAN],
      ...plans.map((plan) => [plan.name, plan] as const),
    ]);
    this.version = version;
  }

  private reportUnknown(name: string): PlanLimits {
    if (!this.reported.has(name)) logger.error(`There is no plan ${name}; tenants that have it send nothing`);
    this.reported.add(name);
    return UNKNOWN_PLAN;
  }
}
