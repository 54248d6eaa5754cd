import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { CrmConfig } from '../../config.js';
import { countSteps } from '../figures/journey-count.sql.js';
import { postponeDue } from './due-work.sql.js';

const DAY_MS = 86_400_000;
/** Enrollments that one transaction moves to the next day. */
const POSTPONED = 5_000;

/** Limits how many steps the journeys of a tenant do in a day of UTC. */
@Injectable()
export class DailySteps {
  private readonly limit: number;

  constructor({ journeyStepsPerDay }: CrmConfig) {
    this.limit = journeyStepsPerDay;
  }

  /** Tells whether a tenant has done the steps of a day. The batch that comes to the limit is finished, and may go beyond it. */
  async areDone(tx: EntityManager, tenantId: TenantId, now: Date): Promise<boolean> {
    return (await countSteps(tx, tenantId, now)) >= this.limit;
  }

  /** Moves a part of what is due to the beginning of the next day; returns how many enrollments. */
  async postpone(tx: EntityManager, tenantId: TenantId, now: Date): Promise<number> {
    const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
    const count = await postponeDue(tx, tenantId, now, until, POSTPONED);
    if (count > 0) logger.warn('Journeys go on tomorrow: the steps of the day are done', { tenantId, count });
    return count;
  }
}
