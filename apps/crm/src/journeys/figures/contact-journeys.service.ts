import { Injectable } from '@nestjs/common';
import { groupBy } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import type { JourneyStep } from '../definition/journey-step.js';
import type { Journey } from '../definition/journey.entity.js';
import { listEnrollmentsOf, listStepsOf } from '../enrollments/contact-ways.sql.js';
import type { EnrollmentStep } from '../enrollments/enrollment-step.entity.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { JourneyFacts } from '../enrollments/journey-facts.js';

/** Enrollments of a contact that are shown, and steps of each. */
const SHOWN = 100;
const STEPS_SHOWN = 200;

/** The way of a contact through a journey. */
export interface ContactJourney {
  enrollment: Enrollment;
  journey: Journey;
  steps: (EnrollmentStep & { kind: JourneyStep['kind'] })[];
}

export interface ContactJourneys {
  contactId: string;
  journeys: ContactJourney[];
}

/** Reads where contacts are in journeys, and how they came there. */
@Injectable()
export class ContactJourneysService {
  constructor(
    private readonly database: Database,
    private readonly facts: JourneyFacts,
  ) {}

  /** The newest entry first, and of each the oldest step; of a very long way the newest steps. */
  async list(tenantId: TenantId, contactId: string): Promise<ContactJourney[]> {
    return (await this.listOf(tenantId, [contactId]))[0]?.journeys ?? [];
  }

  /** {@link list} for several contacts; those who were in no journey are left out. */
  async listOf(tenantId: TenantId, contactIds: readonly string[]): Promise<ContactJourneys[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const enrollments = await listEnrollmentsOf(tx, tenantId, contactIds, SHOWN);
      if (enrollments.length === 0) return [];
      const factsOf = await this.facts.load(tx, tenantId, enrollments);
      const ids = enrollments.map(({ id }) => id);
      const steps = groupBy(await listStepsOf(tx, tenantId, ids, STEPS_SHOWN), ({ enrollmentId }) => enrollmentId);
      const ways = enrollments.map((enrollment) => {
        const { journey, steps: ofVersion } = factsOf(enrollment);
        const own = steps.get(enrollment.id) ?? [];
        return { enrollment, journey, steps: own.map((step) => ({ ...step, kind: ofVersion[step.step - 1]!.kind })) };
      });
      const byContact = groupBy(ways, ({ enrollment }) => enrollment.contactId as string);
      return [...byContact].map(([contactId, journeys]) => ({ contactId, journeys }));
    });
  }
}
