import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { ContactRepository } from '../../contacts/contact.repository.js';
import { invalid } from '../definition/journey-problems.js';
import type { JourneyStep } from '../definition/journey-step.js';
import type { JourneyWithSteps } from '../definition/journey.dto.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { found } from '../definition/journeys.service.js';
import { JourneyAdvance } from '../engine/journey-advance.js';
import type { DoneStep } from '../enrollments/enrollment-change.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { insertEnrollments } from '../enrollments/enrollment.sql.js';
import { deleteEnrollmentsOfJourney } from './simulation.sql.js';

/** Steps of a simulation: a circle of waits has no end. */
const MAX_STEPS = 500;
/** So many waits of ten years after it there are still dates. */
const LAST_YEAR = 2_999;

/** A step that would be done. */
export interface SimulatedStep extends DoneStep {
  kind: JourneyStep['kind'];
  at: Date;
}

export interface Simulation {
  steps: SimulatedStep[];
  /** Null if it goes on for ever, as far as one can see. */
  outcome: Enrollment['outcome'];
  endsAt: Date | null;
}

/** Ends the transaction of a simulation, so that nothing of it happens. */
class Rollback extends Error {
  constructor(readonly simulation: Simulation) {
    super('A simulation leaves nothing behind');
  }
}

/**
 * Says what a journey would do with a contact: the engine itself does it, with a clock that jumps from wait to wait, in a transaction
 * that is rolled back. What the contact does meanwhile nobody knows; it opens no mail.
 */
@Injectable()
export class JourneySimulation {
  constructor(
    private readonly database: Database,
    private readonly journeys: JourneyRepository,
    private readonly contacts: ContactRepository,
    private readonly advance: JourneyAdvance,
  ) {}

  /** The journey may be off. @throws Problem NotFound; Unprocessable for a contact that does not exist, and a time that is too late */
  async simulate(tenantId: TenantId, id: string, contactId: string, at: Date): Promise<Simulation> {
    if (at.getUTCFullYear() > LAST_YEAR) throw invalid('agora', `agora pode ir até o ano ${LAST_YEAR}.`);
    try {
      await this.database.tenant(tenantId, async (tx) => {
        const journey = found(await this.journeys.find(tx, tenantId, id));
        const contact = isId('cnt', contactId) ? await this.contacts.find(tx, tenantId, contactId) : null;
        if (!contact) throw invalid('contato_id', 'O contato não existe.');
        throw new Rollback(await this.walk(tx, journey, contactId, at));
      });
    } catch (error) {
      if (error instanceof Rollback) return error.simulation;
      throw error;
    }
    throw new Error('A simulation always rolls back');
  }

  private async walk(tx: EntityManager, given: JourneyWithSteps, contactId: string, at: Date): Promise<Simulation> {
    const { journey, steps: ofVersion } = given;
    const { tenantId } = journey;
    await deleteEnrollmentsOfJourney(tx, tenantId, journey.id, contactId);
    await this.journeys.update(tx, journey, { active: true });
    let enrollment = toEnrollment(given, contactId, at);
    await insertEnrollments(tx, [enrollment]);
    const steps: SimulatedStep[] = [];
    while (enrollment.dueAt && steps.length < MAX_STEPS) {
      const now: Date = enrollment.dueAt;
      const moment = { now, leftOutUntil: null };
      const [change] = await this.advance.advance(tx, tenantId, [enrollment], moment, { isDryRun: true });
      if (!change) break;
      steps.push(...change.done.map((done) => ({ ...done, at: now, kind: ofVersion[done.step - 1]!.kind })));
      enrollment = change.after;
    }
    return { steps: steps.slice(0, MAX_STEPS), outcome: enrollment.outcome, endsAt: enrollment.endedAt };
  }
}

function toEnrollment({ journey }: JourneyWithSteps, contactId: string, at: Date): Enrollment {
  return {
    tenantId: journey.tenantId,
    id: v7(),
    journeyId: journey.id,
    version: journey.version,
    contactId: contactId as Enrollment['contactId'],
    step: 1,
    seq: 0,
    state: 'waiting',
    dueAt: at,
    isCounted: false,
    cause: { kind: journey.trigger, chain: [], subject: null },
    attempts: 0,
    lastError: null,
    enteredAt: at,
    endedAt: null,
    outcome: null,
    reason: null,
  };
}
