import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { metrics } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { insertActivities } from '../../contacts/contact-rows.sql.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import type { ActivityData } from '../../timeline/activity.js';
import { toActivity } from '../../timeline/timeline.js';
import { countsOf } from '../figures/count-changes.js';
import { addCounts } from '../figures/journey-count.sql.js';
import type { EnrollmentChange } from './enrollment-change.js';
import { insertSteps, type NewEnrollmentStep, updateEnrollments } from './enrollment.sql.js';

/** Writes what became of enrollments: their steps, their rows, the figures and the timelines, a statement each. */
@Injectable()
export class EnrollmentWriter {
  private readonly steps = metrics.registerCounter({
    name: 'crm_journey_steps_total',
    help: 'Steps of journeys that were done, by what came of them',
    labelNames: ['outcome'],
  });

  private readonly ended = metrics.registerCounter({
    name: 'crm_journey_enrollments_ended_total',
    help: 'Contacts that left journeys, by why',
    labelNames: ['outcome'],
  });

  constructor(private readonly keys: TenantKeys) {}

  async write(
    tx: EntityManager,
    tenantId: TenantId,
    changes: readonly EnrollmentChange[],
    { counts = true }: { counts?: boolean } = {},
  ): Promise<void> {
    if (changes.length === 0) return;
    await insertSteps(tx, changes.flatMap(stepsOf));
    await updateEnrollments(
      tx,
      tenantId,
      changes.map(({ after }) => after),
    );
    await addCounts(tx, tenantId, countsOf(changes));
    await this.tell(tx, tenantId, changes);
    if (counts) this.count(changes);
  }

  /** Entries and departures are in the timeline of a contact that is there. */
  private async tell(tx: EntityManager, tenantId: TenantId, changes: readonly EnrollmentChange[]): Promise<void> {
    const told = changes.flatMap((change) => {
      const { contact, journey } = change.facts;
      if (!contact?.dataKey || contact.deletedAt) return [];
      const of = { journeyId: journey.id, name: journey.name };
      const events: ActivityData[] = [];
      if (!change.before.isCounted) events.push({ ...of, event: 'entered' });
      if (change.after.state === 'ended') events.push({ ...of, event: 'left', outcome: change.after.outcome });
      return events.map((data) => ({ contact, data }));
    });
    if (told.length === 0) return;
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    await insertActivities(
      tx,
      told.map(({ contact, data }) => {
        const key = cipher.openContactKey(contact.id, contact.dataKey!);
        return toActivity(tenantId, contact.id, key, { type: 'journey', authorId: null, data });
      }),
    );
  }

  private count(changes: readonly EnrollmentChange[]): void {
    for (const { done, after } of changes) {
      for (const { outcome } of done) this.steps.inc({ outcome });
      if (after.outcome) this.ended.inc({ outcome: after.outcome });
    }
  }
}

const stepsOf = ({ done, after, now }: EnrollmentChange): NewEnrollmentStep[] =>
  done.map((step) => ({ ...step, tenantId: after.tenantId, enrollmentId: after.id, at: now }));
