import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { PageRepository } from '../pages/page.repository.js';
import { PublishedVariantRepository } from '../published-pages/published-variant.repository.js';
import { LIST_BALANCED } from './experiment-balance.sql.js';
import { ExperimentRepository } from './experiment.repository.js';
import { splitOf } from './experiment-split.js';
import { HOURS_OF_PHASE } from './report/ab-totals.sql.js';
import { type HourRow, strataOf, weightsAt, weightsOf } from './report/experiment-strata.js';
import { BALANCE_AGES, balancedWeights } from './statistics/balance.js';
import { adjustedOf } from './statistics/strata.js';

const EVERY_MS = 600_000;
const HOUR_MS = 3_600_000;
/** Every runtime has heard of a change by then. */
const AHEAD_MS = 120_000;
/** Smaller changes are none, so that a page under test changes seldom (percentage points). */
const LEAST_CHANGE = 1;
const BATCH = 100;

interface Key {
  tenantId: TenantId;
  pageId: string;
  id: string;
}

/**
 * Steers the weights of running experiments by the chance of being best. New weights hold from the next full hour on, so that the
 * totals of an hour are all of the same weights, and the report knows which.
 */
@Injectable()
export class ExperimentBalance {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly experiments: ExperimentRepository,
    private readonly variants: PublishedVariantRepository,
  ) {}

  @Every<ExperimentBalance>({ every: EVERY_MS })
  async run(): Promise<void> {
    await this.runAt(new Date());
  }

  async runAt(now: Date): Promise<void> {
    const from = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
    if (from.getTime() - now.getTime() < AHEAD_MS) return;
    let last: { tenantId: string; id: string } = { tenantId: '', id: '' };
    for (;;) {
      const found = await this.database.system((tx) => many<Key>(tx, LIST_BALANCED, [last.tenantId, last.id, BATCH]));
      for (const key of found) {
        try {
          await this.balance(key, now, from);
        } catch (error) {
          logger.error('The weights of an experiment stay as they are', { error, tenantId: key.tenantId });
        }
      }
      if (found.length < BATCH) return;
      last = found.at(-1)!;
    }
  }

  private async balance({ tenantId, pageId, id }: Key, now: Date, from: Date): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
      const experiment = page && (await this.experiments.lockForUpdate(tx, tenantId, id));
      if (!experiment || experiment.status !== 'running' || experiment.balanceFloor === null) return;
      const phase = (await this.experiments.listPhases(tx, tenantId, id)).at(-1);
      if (!phase || phase.steps.some((step) => new Date(step.from) >= from)) return;
      const ids = experiment.variants.map((variant) => variant.id);
      const rows = await many<HourRow>(tx, HOURS_OF_PHASE, [tenantId, id, phase.number, phase.startedAt, now]);
      if (rows.length === 0) return;
      const history = BALANCE_AGES.map((age) => adjustedOf(strataOf(phase, ids, rows, now, age)));
      const weights = balancedWeights(history, experiment.balanceFloor).map((weight) => Math.round(weight * 10) / 10);
      const current = weightsOf(ids, weightsAt(phase, now));
      const sum = current.reduce((total, weight) => total + weight, 0);
      if (weights.every((weight, index) => Math.abs(weight - (100 * current[index]!) / sum) < LEAST_CHANGE)) return;
      const step = {
        from: from.toISOString(),
        weights: Object.fromEntries(ids.map((one, index) => [one, weights[index]!])),
      };
      await this.experiments.addStep(tx, phase, step);
      await this.variants.updateSplit(tx, page, splitOf(experiment, weightsAt(phase, now), step));
    });
  }
}
