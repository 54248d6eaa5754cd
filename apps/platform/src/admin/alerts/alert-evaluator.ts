import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Every } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { PlatformCountsService } from '../../platform-counts/platform-counts.service.js';
import { isBreached } from './alert.js';
import type { AlertRule } from './alert-rule.entity.js';
import { AlertNotifier } from './alert-notifier.js';
import { AlertValues } from './alert-values.js';
import { AlertRepository } from './alert.repository.js';

const EVERY_MS = 15_000;
/** A rule that any process evaluated more recently is not due. */
const RULE_EVERY_MS = 28_000;
const CLEAN_EVERY_RUNS = 240;
const EVENTS_KEPT_DAYS = 400;

/**
 * Evaluates the rules every half minute, in one process at a time. A rule's state and its event change in one
 * transaction that locks the rule, so that each firing and each recovery is recorded once.
 */
@Injectable()
export class AlertEvaluator {
  private readonly changes = metrics.registerCounter({
    name: 'platform_alerts_total',
    help: 'Alert rules that began to fire, or recovered, as this process found',
    labelNames: ['type'],
  });
  private runs = 0;

  constructor(
    private readonly database: Database,
    private readonly alerts: AlertRepository,
    private readonly values: AlertValues,
    private readonly counts: PlatformCountsService,
    private readonly notifier: AlertNotifier,
  ) {}

  @Every({ every: EVERY_MS, lock: 'alert evaluation' })
  async run(): Promise<void> {
    await this.evaluate();
    await this.notifier.notify();
    if (this.runs++ % CLEAN_EVERY_RUNS === 0) await this.deleteOld();
  }

  /** Evaluates the rules that are due; returns how many changed their state. */
  async evaluate(olderThanMs: number = RULE_EVERY_MS): Promise<number> {
    await this.counts.roll();
    const changes = await this.database.system(async (tx) => {
      const rules = await this.alerts.lockDue(tx, olderThanMs);
      const values = await this.values.list(rules);
      const types: (string | undefined)[] = [];
      for (const [n, rule] of rules.entries()) types.push(await this.evaluateRule(tx, rule, values[n] ?? null));
      return types.filter((type) => type !== undefined);
    });
    for (const type of changes) this.changes.inc({ type });
    return changes.length;
  }

  private async evaluateRule(tx: EntityManager, rule: AlertRule, value: number | null): Promise<string | undefined> {
    const state = isBreached(rule, value) ? 'firing' : 'ok';
    await this.alerts.updateState(tx, rule.id, state, value);
    if (state === rule.state) return undefined;
    const type = state === 'firing' ? 'fired' : 'recovered';
    await this.alerts.insertEvent(tx, rule, { type, value, reason: '' });
    return type;
  }

  private async deleteOld(): Promise<void> {
    await this.counts.deleteOld();
    await this.database.system((tx) => this.alerts.deleteOldEvents(tx, EVENTS_KEPT_DAYS));
  }
}
