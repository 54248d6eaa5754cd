import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { currentSession } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type Page, type PageRequest } from '#libs/core/persistence';
import type { AlertEvent } from './alert-event.entity.js';
import type { AlertRule } from './alert-rule.entity.js';
import type { AlertCondition } from './alert.js';
import { AlertRepository } from './alert.repository.js';

/** Limited, because each rule is evaluated every half minute. */
const MAX_RULES = 200;

const AUDITED = ['name', 'metric', 'operator', 'threshold', 'windowMinutes', 'active'] as const;

/** Alert rules as operators see and change them. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly database: Database,
    private readonly alerts: AlertRepository,
  ) {}

  async list(): Promise<AlertRule[]> {
    return this.database.system((tx) => this.alerts.list(tx));
  }

  /** @throws Problem Conflict when there are too many */
  async create(condition: AlertCondition): Promise<AlertRule> {
    return this.database.system(async (tx) => {
      if ((await this.alerts.countForInsert(tx)) >= MAX_RULES) {
        throw new Problem('Conflict', { message: `There are ${MAX_RULES} rules already` });
      }
      const rule = await this.alerts.insert(tx, condition, currentSession().userId);
      await recordAudit(tx, {
        action: 'alert_rule.created',
        object: objectOf(rule),
        after: auditFields(rule, AUDITED),
      });
      return rule;
    });
  }

  async find(id: string): Promise<AlertRule | null> {
    return isUuid(id) ? this.database.system((tx) => this.alerts.find(tx, id)) : null;
  }

  /** Replaces a rule. A firing one recovers by it and may fire again at the next evaluation. @throws Problem NotFound */
  async replace(id: string, condition: AlertCondition): Promise<AlertRule> {
    return this.database.system(async (tx) => {
      const before = await this.alerts.lockForUpdate(tx, id);
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

  /** Deletes a rule and keeps its events. @throws Problem NotFound */
  async delete(id: string): Promise<void> {
    await this.database.system(async (tx) => {
      const rule = await this.alerts.lockForUpdate(tx, id);
      if (!rule) throw new Problem('NotFound');
      if (rule.state === 'firing') await this.recover(tx, rule, 'The rule was removed');
      await this.alerts.delete(tx, id);
      await recordAudit(tx, {
        action: 'alert_rule.removed',
        object: objectOf(rule),
        before: auditFields(rule, AUDITED),
      });
    });
  }

  async listEventsPage(ruleId: string | undefined, page: PageRequest): Promise<Page<AlertEvent>> {
    return this.database.system((tx) => this.alerts.listEventsPage(tx, ruleId, page));
  }

  /** Records a recovery: every firing ends with one. */
  private async recover(tx: EntityManager, rule: AlertRule, reason: string): Promise<void> {
    await this.alerts.insertEvent(tx, rule, { type: 'recovered', value: null, reason });
  }
}

const objectOf = ({ id }: AlertRule) => ({ type: 'alert_rule', id });
