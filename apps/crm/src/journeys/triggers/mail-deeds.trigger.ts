import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid } from '#libs/core/http';
import { metrics } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { OnMessagesReported, type ReportOfContact } from '../../message-reports/on-messages-reported.js';
import { ExitJudge } from '../engine/exit-judge.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { EnrollmentChange } from '../enrollments/enrollment-change.js';
import { EnrollmentWriter } from '../enrollments/enrollment-writer.js';
import { lockByIds } from '../enrollments/enrollment.sql.js';
import { JourneyFacts } from '../enrollments/journey-facts.js';
import { addCounts } from '../figures/journey-count.sql.js';
import { type FailedStep, recordDeeds, recordFailures, type StepDeed, type StepFailure } from './step-reports.sql.js';

/** Brings what Platform reports of the mails of journeys to their steps, where criteria ask for it. */
@Injectable()
export class MailDeedsTrigger {
  private readonly failures = metrics.registerCounter({
    name: 'crm_journey_messages_failed_total',
    help: 'Messages of journeys that could not be sent, by why',
    labelNames: ['reason'],
  });

  constructor(
    private readonly exits: ExitJudge,
    private readonly facts: JourneyFacts,
    private readonly writer: EnrollmentWriter,
    private readonly clock: JourneyClock,
  ) {}

  @OnMessagesReported()
  async reported(tx: EntityManager, tenantId: TenantId, reports: readonly ReportOfContact[]): Promise<void> {
    const deeds: StepDeed[] = [];
    const failures: StepFailure[] = [];
    for (const { origin, change, occurredAt, reason = change } of reports) {
      const step = stepOf(origin);
      if (!step) continue;
      if (change === 'opened' || change === 'clicked') deeds.push({ ...step, did: change, occurredAt });
      if (change === 'failed' || change === 'bounced') failures.push({ ...step, reason });
    }
    if (failures.length > 0) await this.fail(tx, tenantId, failures);
    if (deeds.length > 0) await this.follow(tx, tenantId, deeds);
  }

  private async fail(tx: EntityManager, tenantId: TenantId, failures: readonly StepFailure[]): Promise<void> {
    const failed = await recordFailures(tx, tenantId, failures);
    const day = this.clock.now().toISOString().slice(0, 10);
    await addCounts(tx, tenantId, inOrder(failed, day));
    for (const { reason } of failed) this.failures.inc({ reason });
  }

  /** A deed may bring somebody to the goal, or out. */
  private async follow(tx: EntityManager, tenantId: TenantId, deeds: readonly StepDeed[]): Promise<void> {
    await recordDeeds(tx, tenantId, deeds);
    const ids = [...new Set(deeds.map(({ enrollmentId }) => enrollmentId))];
    const inside = await lockByIds(tx, tenantId, ids);
    if (inside.length === 0) return;
    const factsOf = await this.facts.load(tx, tenantId, inside);
    const now = this.clock.now();
    const asked = inside
      .map((enrollment) => new EnrollmentChange(enrollment, factsOf(enrollment), now))
      .filter(({ facts: { journey } }) => journey.active);
    await this.exits.judge(tx, tenantId, asked, now);
    await this.writer.write(
      tx,
      tenantId,
      asked.filter(({ goesOn }) => !goesOn),
    );
  }
}

/** The step that an origin names, `<enrollment>/<seq>`; undefined for what is of something else. */
function stepOf(origin: string): { enrollmentId: string; seq: number } | undefined {
  const [enrollmentId = '', seq = ''] = origin.split('/');
  return isUuid(enrollmentId) && /^\d{1,9}$/.test(seq) ? { enrollmentId, seq: Number(seq) } : undefined;
}

/** One row for each step and day, in the order in which the engine writes them. */
function inOrder(failed: readonly FailedStep[], day: string) {
  const counts = new Map<string, { journeyId: string; version: number; step: number; failed: number }>();
  for (const { journeyId, version, step } of failed) {
    const key = `${journeyId} ${version} ${step} ${day}`;
    const count = counts.get(key) ?? { journeyId, version, step, failed: 0 };
    count.failed += 1;
    counts.set(key, count);
  }
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, count]) => ({ ...count, day, entered: 0, departed: 0, requested: 0 }));
}
