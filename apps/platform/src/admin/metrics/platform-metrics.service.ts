import { Injectable } from '@nestjs/common';
import { logger } from '#libs/observability';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import { PlatformCountsRepository } from '../../platform-counts/platform-counts.repository.js';
import { QueuesService, type QueueState } from '../dead-letters/queues.service.js';
import { toWindow, type PlatformWindow } from './window.js';

const MINUTE_MS = 60_000;
const WINDOWS = [60, 24 * 60, 7 * 24 * 60] as const;

/** How old an answer may be that is given again: whoever asks more often learns nothing new. */
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

/** What goes on on the platform as a whole. */
@Injectable()
export class PlatformMetricsService {
  private last: Promise<PlatformMetrics> | undefined;
  private lastAt = 0;

  constructor(
    private readonly counts: PlatformCountsRepository,
    private readonly queues: QueuesService,
    private readonly identity: IdentityGateway,
  ) {}

  /** The whole picture, at most a few seconds old. */
  async read(): Promise<PlatformMetrics> {
    if (!this.last || Date.now() - this.lastAt > FRESH_MS) {
      this.lastAt = Date.now();
      this.last = this.readNow();
      // What failed is not given again.
      this.last.catch(() => (this.last = undefined));
    }
    return this.last;
  }

  /** What happened in so many minutes until now, as of the last time that sums were made. */
  async window(minutes: number): Promise<PlatformWindow> {
    return toWindow(minutes, await this.counts.since(new Date(Date.now() - minutes * MINUTE_MS)));
  }

  private async readNow(): Promise<PlatformMetrics> {
    await this.counts.roll();
    const [windows, queues, apiCalls, tenants] = await Promise.all([
      Promise.all(WINDOWS.map((minutes) => this.window(minutes))),
      this.queues.states(),
      this.counts.apiCalls(),
      this.tenants(),
    ]);
    return { at: new Date(), tenants, windows, queues, apiCalls };
  }

  /** The picture is wanted most when something is down. */
  private async tenants(): Promise<TenantCounts | null> {
    try {
      return (await this.identity.ask<{ tenants: TenantCounts }>('GET', '/internal/statistics')).tenants;
    } catch (error) {
      logger.warn('The tenants could not be counted', { error });
      return null;
    }
  }
}
