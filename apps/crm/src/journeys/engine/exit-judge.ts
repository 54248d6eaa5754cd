import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { JourneyCriteria } from '../definition/journey-criteria.js';
import type { Journey } from '../definition/journey.entity.js';
import type { EnrollmentChange } from '../enrollments/enrollment-change.js';
import { Judgements } from './judgements.js';

/** Ends those who have reached the goal of their journey, or are to leave it. The goal counts first. */
@Injectable()
export class ExitJudge {
  constructor(private readonly judgements: Judgements) {}

  async judge(tx: EntityManager, tenantId: TenantId, changes: readonly EnrollmentChange[], now: Date): Promise<void> {
    const byJourney = new Map<Journey, EnrollmentChange[]>();
    for (const change of changes) {
      const { journey } = change.facts;
      if (!journey.goal && !journey.exitCriteria) continue;
      byJourney.set(journey, [...(byJourney.get(journey) ?? []), change]);
    }
    for (const [{ goal, exitCriteria }, ofJourney] of byJourney) {
      const end = async (criteria: JourneyCriteria | null, outcome: 'goal' | 'exited') => {
        if (!criteria) return;
        const inside = ofJourney.filter(({ goesOn }) => goesOn);
        const meeting = await this.judgements.meeting(tx, tenantId, criteria, inside, now);
        for (const change of meeting) change.end(outcome);
      };
      await end(goal, 'goal');
      await end(exitCriteria, 'exited');
    }
  }
}
