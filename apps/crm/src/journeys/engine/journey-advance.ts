import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { findMergedInto } from '../../contacts/merged-contact.sql.js';
import { type ConditionStep, type JourneyStep, waitInMs } from '../definition/journey-step.js';
import type { Acting, Moment } from '../effects/acting.js';
import { StepEffects } from '../effects/step-effects.js';
import { EnrollmentChange } from '../enrollments/enrollment-change.js';
import { EnrollmentWriter } from '../enrollments/enrollment-writer.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { listEarlierEntries } from '../enrollments/enrollment.sql.js';
import { JourneyFacts } from '../enrollments/journey-facts.js';
import { branchOf } from './branch-of.js';
import { ExitJudge } from './exit-judge.js';
import { Judgements } from './judgements.js';

/** Steps of one enrollment: more is a circle of short waits. */
const MAX_DONE = 50_000;

/** Takes enrollments forward, as far as they go now, many together and in one transaction. */
@Injectable()
export class JourneyAdvance {
  constructor(
    private readonly facts: JourneyFacts,
    private readonly exits: ExitJudge,
    private readonly judgements: Judgements,
    private readonly effects: StepEffects,
    private readonly writer: EnrollmentWriter,
  ) {}

  /**
   * Does all steps up to the next wait, and writes what came of them.
   * @param enrollments locked ones that are due
   */
  async advance(
    tx: EntityManager,
    tenantId: TenantId,
    enrollments: readonly Enrollment[],
    moment: Moment,
    options: { isDryRun?: boolean } = {},
  ): Promise<EnrollmentChange[]> {
    const changes = await this.begin(tx, tenantId, enrollments, moment);
    let judged: readonly EnrollmentChange[] = changes;
    for (let going = changes.filter(goesOn); going.length > 0; going = going.filter(goesOn)) {
      await this.exits.judge(tx, tenantId, judged.filter(goesOn), moment.now);
      for (const change of going) endIfDone(change);
      const changed = await this.doSteps(tx, tenantId, going.filter(goesOn), moment);
      judged = going.filter(({ after }) => changed.has(after.contactId));
    }
    await this.writer.write(tx, tenantId, changes, { counts: options.isDryRun !== true });
    return changes;
  }

  /** Ends those whose contact is gone, or moves them to the one that it was merged into; pauses those of a journey that is off. */
  private async begin(
    tx: EntityManager,
    tenantId: TenantId,
    enrollments: readonly Enrollment[],
    { now }: Moment,
  ): Promise<EnrollmentChange[]> {
    const moved = new Set<string>();
    let factsOf = await this.facts.load(tx, tenantId, enrollments);
    for (const enrollment of enrollments) {
      const { contact } = factsOf(enrollment);
      if (contact && isThere(contact)) continue;
      const keptId = await findMergedInto(tx, tenantId, enrollment.contactId);
      if (!keptId || (await this.isInside(tx, enrollment, keptId))) continue;
      enrollment.contactId = keptId;
      moved.add(enrollment.id);
    }
    if (moved.size > 0) factsOf = await this.facts.load(tx, tenantId, enrollments);
    const changes: EnrollmentChange[] = [];
    for (const enrollment of enrollments) {
      const change = new EnrollmentChange(enrollment, factsOf(enrollment), now);
      changes.push(change);
      const { journey, contact } = change.facts;
      if (journey.deletedAt) change.end('stopped');
      else if (!contact || !isThere(contact)) change.end(await this.goneOutcome(tx, enrollment));
      else if (!journey.active) change.pause();
    }
    return changes;
  }

  private async isInside(tx: EntityManager, { tenantId, journeyId }: Enrollment, contactId: Id<'cnt'>) {
    const [known] = await listEarlierEntries(tx, tenantId, journeyId, [contactId], new Date(0));
    return known !== undefined && known.insideId !== null;
  }

  private async goneOutcome(tx: EntityManager, { tenantId, contactId }: Enrollment) {
    return (await findMergedInto(tx, tenantId, contactId)) ? ('merged' as const) : ('contact-gone' as const);
  }

  /** Does one step of each. Returns the ids of the contacts that have changed. */
  private async doSteps(
    tx: EntityManager,
    tenantId: TenantId,
    changes: readonly EnrollmentChange[],
    moment: Moment,
  ): Promise<ReadonlySet<string>> {
    const conditions = new Map<ConditionStep, EnrollmentChange[]>();
    const acting: Acting[] = [];
    for (const change of changes) {
      const step = stepOf(change);
      switch (step.kind) {
        case 'wait':
          wait(change, waitInMs(step.wait));
          break;
        case 'split': {
          const key = `${change.after.journeyId} ${step.number} ${change.after.contactId}`;
          change.finishStep('branched', { to: branchOf(step.branches, key).to });
          break;
        }
        case 'condition':
          conditions.set(step, [...(conditions.get(step) ?? []), change]);
          break;
        case 'act':
          acting.push({ change, contact: change.facts.contact!, action: step.action });
      }
    }
    for (const [{ criteria, otherwise }, asked] of conditions) {
      const meeting = await this.judgements.meeting(tx, tenantId, criteria, asked, moment.now);
      for (const change of asked) {
        if (meeting.has(change)) change.finishStep('met');
        else change.finishStep('not-met', { to: otherwise });
      }
    }
    return acting.length > 0 ? this.effects.run({ ...moment, tx, tenantId }, acting) : new Set();
  }
}

const goesOn = (change: EnrollmentChange): boolean => change.goesOn;

const isThere = ({ deletedAt, anonymizedAt }: { deletedAt: Date | null; anonymizedAt: Date | null }): boolean =>
  deletedAt === null && anonymizedAt === null;

const stepOf = ({ after, facts }: EnrollmentChange): JourneyStep => facts.steps[after.step - 1]!;

function endIfDone(change: EnrollmentChange): void {
  if (!change.goesOn) return;
  if (change.after.seq >= MAX_DONE) change.end('interrupted', 'steps');
  else if (change.after.step > change.facts.steps.length) change.end('completed');
}

function wait(change: EnrollmentChange, milliseconds: number): void {
  const until = new Date(change.now.getTime() + milliseconds);
  change.finishStep('waits', { detail: { until: until.toISOString() } });
  change.waitUntil(until);
}
