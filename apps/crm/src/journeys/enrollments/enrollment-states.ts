import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ClaimedJob, type JobBatch, OnJob, Outbox } from '#libs/core/jobs';
import { afterCommit, Database, type TenantId } from '#libs/core/persistence';
import type { Journey } from '../definition/journey.entity.js';
import { JourneyWakeup } from '../engine/journey-wakeup.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { EnrollmentChange } from './enrollment-change.js';
import { EnrollmentWriter } from './enrollment-writer.js';
import type { Enrollment, EnrollmentOutcome } from './enrollment.entity.js';
import { lockInside, resumePaused } from './enrollment.sql.js';
import { JourneyFacts } from './journey-facts.js';
import { SETTLE_JOURNEY_JOB, type SettleJourney } from './settle-job.js';

/** Enrollments that one transaction changes; a job does the rest. */
const SLICE = 500;

/** Stops, resumes and ends those inside journeys. */
@Injectable()
export class EnrollmentStates {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly facts: JourneyFacts,
    private readonly writer: EnrollmentWriter,
    private readonly journeys: JourneyRepository,
    private readonly wakeup: JourneyWakeup,
  ) {}

  /** Ends everybody who is inside a journey; of very many the first at once, and the others soon. */
  async stopAll(tx: EntityManager, journey: Journey, until: Date): Promise<void> {
    if (await this.stopSome(tx, journey, until, until)) await this.enqueue(tx, journey, 'stop', until);
  }

  /** Has everybody go on who paused while the journey was off. */
  async resume(tx: EntityManager, journey: Journey, until: Date): Promise<void> {
    if ((await resumePaused(tx, journey, SLICE)) === SLICE) await this.enqueue(tx, journey, 'resume', until);
    afterCommit(tx, () => this.wakeup.wake());
  }

  /** Ends locked enrollments. */
  async end(
    tx: EntityManager,
    tenantId: TenantId,
    enrollments: readonly Enrollment[],
    outcome: EnrollmentOutcome,
    now: Date,
  ): Promise<void> {
    if (enrollments.length === 0) return;
    const factsOf = await this.facts.load(tx, tenantId, enrollments);
    const changes = enrollments.map((one) => new EnrollmentChange(one, factsOf(one), now));
    for (const change of changes) change.end(outcome);
    await this.writer.write(tx, tenantId, changes);
  }

  @OnJob(SETTLE_JOURNEY_JOB, { chunk: 1, concurrency: 1 })
  async settle(batch: JobBatch<SettleJourney>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.settleOne(batch, job));
  }

  private async settleOne(batch: JobBatch<SettleJourney>, { id, payload }: ClaimedJob<SettleJourney>): Promise<void> {
    const { tenantId } = batch;
    for (let hasMore = true; hasMore;) {
      hasMore = await this.database.tenant(tenantId, async (tx) => {
        const isMore = await this.settleSome(tx, tenantId, payload);
        if (!isMore) await batch.complete(tx, [id]);
        return isMore;
      });
    }
    if (payload.action === 'resume') this.wakeup.wake();
  }

  /** Returns whether there may be more. */
  private async settleSome(tx: EntityManager, tenantId: TenantId, { journeyId, action, until }: SettleJourney) {
    const [journey] = await this.journeys.findMany(tx, tenantId, [journeyId]);
    if (!journey) return false;
    if (action === 'stop') return this.stopSome(tx, journey, new Date(until), new Date());
    return journey.active && (await resumePaused(tx, journey, SLICE)) === SLICE;
  }

  private async stopSome(tx: EntityManager, journey: Journey, until: Date, now: Date): Promise<boolean> {
    const inside = await lockInside(tx, journey, until, SLICE);
    await this.end(tx, journey.tenantId, inside, 'stopped', now);
    return inside.length === SLICE;
  }

  private async enqueue(
    tx: EntityManager,
    { tenantId, id: journeyId }: Journey,
    action: SettleJourney['action'],
    until: Date,
  ): Promise<void> {
    const payload = { journeyId, action, until: until.toISOString() };
    await this.outbox.enqueue(tx, SETTLE_JOURNEY_JOB, [{ tenantId, payload }]);
  }
}
