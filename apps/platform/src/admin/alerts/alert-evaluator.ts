import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Every } from '#libs/jobs';
import { metrics } from '#libs/observability';
import { PlatformCountsRepository } from '../../platform-counts/platform-counts.repository.js';
import { isBreached, type AlertRule } from './alert.js';
import { AlertNotifier } from './alert-notifier.js';
import { AlertValues } from './alert-values.js';
import { AlertRepository } from './alert.repository.js';

const EVERY_MS = 15_000;
/** A rule that was looked at more recently, by whatever process, is not due. */
const RULE_EVERY_MS = 28_000;
const FORGET_EVERY_RUNS = 240;
const EVENTS_KEPT_DAYS = 400;

/**
 * Looks at the rules every half minute, in one process at a time. A rule changes its state, and the event of that is
 * written, in one transaction that holds the rule: each firing and each recovery is recorded once.
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
    private readonly alerts: AlertRepository,
    private readonly values: AlertValues,
    private readonly counts: PlatformCountsRepository,
    private readonly notifier: AlertNotifier,
  ) {}

  @Every({ every: EVERY_MS, lock: 'alert evaluation' })
  async run(): Promise<void> {
    await this.evaluate();
    await this.notifier.notify();
    if (this.runs++ % FORGET_EVERY_RUNS === 0) await this.forget();
  }

  /** Looks at the rules that are due; returns how many changed their state. */
  async evaluate(olderThanMs: number = RULE_EVERY_MS): Promise<number> {
    await this.counts.roll();
    const changes = await this.alerts.transaction(async (tx) => {
      const rules = await this.alerts.due(tx, olderThanMs);
      const values = await this.values.of(rules);
      const types: (string | undefined)[] = [];
      for (const [n, rule] of rules.entries()) types.push(await this.judge(tx, rule, values[n] ?? null));
      return types.filter((type) => type !== undefined);
    });
    for (const type of changes) this.changes.inc({ type });
    return changes.length;
  }

  private async judge(tx: EntityManager, rule: AlertRule, value: number | null): Promise<string | undefined> {
    const state = isBreached(rule, value) ? 'firing' : 'ok';
    await this.alerts.setEvaluated(tx, rule.id, state, value);
    if (state === rule.state) return undefined;
    const type = state === 'firing' ? 'fired' : 'recovered';
    await this.alerts.addEvent(tx, rule, { type, value, reason: '' });
    return type;
  }

  private async forget(): Promise<void> {
    await this.counts.forget();
    await this.alerts.forgetEvents(EVENTS_KEPT_DAYS);
  }
}
