import { Injectable } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import { PlatformCountsService } from '../../platform-counts/platform-counts.service.js';
import { QueuesService, type QueueState } from '../dead-letters/queues.service.js';
import { toWindow, type PlatformWindow } from './window.js';

const MINUTE_MS = 60_000;
const WINDOWS = [60, 24 * 60, 7 * 24 * 60] as const;

/** How long an answer is cached. */
const FRESH_MS = 3_000;

/** How many tenants have which status. */
export interface TenantCounts {
  active: number;
  trial: number;
  suspended: number;
}

export interface PlatformMetrics {
  at: Date;
  /** Null while identity does not answer. */
  tenants: TenantCounts | null;
  windows: PlatformWindow[];
  queues: QueueState[];
  /** Calls of the sending routes in this month. */
  apiCalls: number;
}

/** The figures of the whole platform. */
@Injectable()
export class PlatformMetricsService {
  private last: Promise<PlatformMetrics> | undefined;
  private lastAt = 0;

  constructor(
    private readonly counts: PlatformCountsService,
    private readonly queues: QueuesService,
    private readonly identity: IdentityGateway,
  ) {}

  /** At most {@link FRESH_MS} old. */
  async get(): Promise<PlatformMetrics> {
    if (!this.last || Date.now() - this.lastAt > FRESH_MS) {
      this.lastAt = Date.now();
      this.last = this.compute();
      // A failure is not cached.
      this.last.catch(() => (this.last = undefined));
    }
    return this.last;
  }

  /** The last minutes, as of the last roll-up. */
  async getWindow(minutes: number): Promise<PlatformWindow> {
    return toWindow(minutes, await this.counts.listSince(new Date(Date.now() - minutes * MINUTE_MS)));
  }

  private async compute(): Promise<PlatformMetrics> {
    await this.counts.roll();
    const [windows, queues, apiCalls, tenants] = await Promise.all([
      Promise.all(WINDOWS.map((minutes) => this.getWindow(minutes))),
      this.queues.list(),
      this.counts.countApiCalls(),
      this.countTenants(),
    ]);
    return { at: new Date(), tenants, windows, queues, apiCalls };
  }

  /** Null while identity is down: operators need the other figures most then. */
  private async countTenants(): Promise<TenantCounts | null> {
    try {
      return (await this.identity.request<{ tenants: TenantCounts }>('GET', '/internal/statistics')).tenants;
    } catch (error) {
      logger.warn('The tenants could not be counted', { error });
      return null;
    }
  }
}
