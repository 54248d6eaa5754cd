import { Injectable } from '@nestjs/common';
import { auditFields, recordAudit } from '#libs/audit';
import { currentSession } from '#libs/auth';
import { isUuid, Problem } from '#libs/http';
import type { AlertCondition, AlertEvent, AlertRule } from './alert.js';
import { AlertRepository } from './alert.repository.js';

/** Each costs a look every half minute. */
const MOST_RULES = 200;

const AUDITED = ['name', 'metric', 'operator', 'threshold', 'windowMinutes', 'active'] as const;

export interface AlertEventPage {
  items: AlertEvent[];
  nextCursor: number;
  hasMore: boolean;
}

/** Alert rules as operators see and change them. */
@Injectable()
export class AlertsService {
  constructor(private readonly alerts: AlertRepository) {}

  async list(): Promise<AlertRule[]> {
    return this.alerts.rules();
  }

  /** @throws Problem Conflict when there are too many */
  async create(condition: AlertCondition): Promise<AlertRule> {
    return this.alerts.transaction(async (tx) => {
      if ((await this.alerts.countForNew(tx)) >= MOST_RULES) {
        throw new Problem('Conflict', { message: `There are ${MOST_RULES} rules already` });
      }
      const rule = await this.alerts.add(tx, condition, currentSession().userId);
      await recordAudit(tx, {
        action: 'alert_rule.created',
        object: objectOf(rule),
        after: auditFields(rule, AUDITED),
      });
      return rule;
    });
  }

  /** @throws Problem NotFound */
  async read(id: string): Promise<AlertRule> {
    const rule = isUuid(id) ? await this.alerts.find(id) : undefined;
    if (!rule) throw new Problem('NotFound');
    return rule;
  }

  /** Replaces a rule. One that fires has recovered by that, and may fire again at the next look. @throws Problem NotFound */
  async replace(id: string, condition: AlertCondition): Promise<AlertRule> {
    return this.alerts.transaction(async (tx) => {
      const before = await this.alerts.lock(tx, id);
      if (!before) throw new Problem('NotFound');
      if (before.state === 'firing') await this.recover(tx, before, 'The rule was changed');
      const rule = await this.alerts.replace(tx, id, condition);
      await recordAudit(tx, {
        action: 'alert_rule.changed',
        object: objectOf(rule),
        before: auditFields(before, AUDITED),
        after: auditFields(rule, AUDITED),
      });
      return rule;
    });
  }

  /** Removes a rule; what happened to it stays. @throws Problem NotFound */
  async remove(id: string): Promise<void> {
    await this.alerts.transaction(async (tx) => {
      const rule = await this.alerts.lock(tx, id);
      if (!rule) throw new Problem('NotFound');
      if (rule.state === 'firing') await this.recover(tx, rule, 'The rule was removed');
      await this.alerts.remove(tx, id);
      await recordAudit(tx, {
        action: 'alert_rule.removed',
        object: objectOf(rule),
        before: auditFields(rule, AUDITED),
      });
    });
  }

  async events(ruleId: string | undefined, cursor: number | undefined, limit: number): Promise<AlertEventPage> {
    const rows = await this.alerts.events(ruleId, cursor, limit + 1);
    const items = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { items, hasMore, nextCursor: hasMore ? (items.at(-1)?.position ?? 0) : 0 };
  }

  async exists(id: string): Promise<boolean> {
    return isUuid(id) && (await this.alerts.find(id)) !== undefined;
  }

  /** Every firing has its end. */
  private async recover(tx: Parameters<AlertRepository['lock']>[0], rule: AlertRule, reason: string): Promise<void> {
    await this.alerts.addEvent(tx, rule, { type: 'recovered', value: null, reason });
  }
}

const objectOf = ({ id }: AlertRule) => ({ type: 'alert_rule', id });
