import { Injectable } from '@nestjs/common';
import { auditDifference, auditFields, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { PlanCache } from '../../plans/plan-cache.js';
import type { Plan } from '../../plans/plan.entity.js';
import type { PlanLimits } from '../../plans/plan.js';
import { PlanRepository } from '../../plans/plan.repository.js';
import type { PlanChange } from './plan.mapper.js';

/** Limited, because every process keeps all plans in memory. */
const MAX_PLANS = 200;

const AUDITED = ['quota', 'dailyRamp', 'callsPerMinute'] as const;

/** The plans as operators see and change them. */
@Injectable()
export class ConsolePlansService {
  constructor(
    private readonly database: Database,
    private readonly plans: PlanRepository,
    private readonly cache: PlanCache,
  ) {}

  /** Oldest first. */
  async list(): Promise<Plan[]> {
    return this.database.system((tx) => this.plans.list(tx));
  }

  async find(name: string): Promise<Plan | null> {
    return this.database.system((tx) => this.plans.find(tx, name));
  }

  /** @throws Problem AlreadyExists, Conflict when there are too many */
  async create(name: string, limits: PlanLimits): Promise<Plan> {
    const plan = await this.database.system(async (tx) => {
      if ((await this.plans.countForInsert(tx)) >= MAX_PLANS) {
        throw new Problem('Conflict', { message: `There are ${MAX_PLANS} plans already` });
      }
      const inserted = await this.plans.insert(tx, name, limits);
      if (!inserted) throw new Problem('AlreadyExists', { message: `There is a plan ${name}` });
      const after = auditFields(inserted, AUDITED);
      await recordAudit(tx, { action: 'plan.created', object: objectOf(inserted), after });
      return inserted;
    });
    await this.cache.publish();
    return plan;
  }

  /** Changes what is given. When this returns, this process applies it. @throws Problem NotFound, MissingParameter */
  async update(name: string, change: PlanChange): Promise<Plan> {
    if (isEmpty(change)) {
      throw new Problem('MissingParameter', { message: 'Give at least one of Quota, DailyRamp and CallsPerMinute' });
    }
    const plan = await this.database.system(async (tx) => {
      const before = await this.plans.lockForUpdate(tx, name);
      const after = before && (await this.plans.update(tx, name, changed(before, change)));
      if (!after) throw new Problem('NotFound');
      const difference = auditDifference(before, after, AUDITED);
      if (difference) await recordAudit(tx, { action: 'plan.changed', object: objectOf(after), ...difference });
      return after;
    });
    await this.cache.publish();
    return plan;
  }
}

const objectOf = ({ name }: Plan) => ({ type: 'plan', id: name });

function isEmpty({ quota, dailyRamp, callsPerMinute }: PlanChange): boolean {
  return dailyRamp === undefined && Object.keys({ ...quota, ...callsPerMinute }).length === 0;
}

function changed(plan: Plan, { quota, dailyRamp, callsPerMinute }: PlanChange): PlanLimits {
  return {
    quota: { ...plan.quota, ...quota },
    dailyRamp: dailyRamp === undefined ? plan.dailyRamp : dailyRamp,
    callsPerMinute: { ...plan.callsPerMinute, ...callsPerMinute },
  };
}
