import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type TenantId } from '#libs/core/persistence';
import type { JourneyStep } from '../definition/journey-step.js';
import { Journey } from '../definition/journey.entity.js';
import { EnrollmentStep } from '../enrollments/enrollment-step.entity.js';
import { Enrollment } from '../enrollments/enrollment.entity.js';
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

/** Reads where contacts are in journeys, and how they came there. */
@Injectable()
export class ContactJourneysService {
  constructor(
    private readonly database: Database,
    private readonly facts: JourneyFacts,
  ) {}

  /** The newest entry first, and of each the oldest step; of a very long way the newest steps. */
  async list(tenantId: TenantId, contactId: string): Promise<ContactJourney[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const where = { tenantId, contactId: contactId as Enrollment['contactId'] };
      const enrollments = await tx.find(Enrollment, { where, order: { id: 'desc' }, take: SHOWN });
      if (enrollments.length === 0) return [];
      const factsOf = await this.facts.load(tx, tenantId, enrollments);
      const enrollmentId = In(enrollments.map(({ id }) => id));
      const steps = await tx.find(EnrollmentStep, {
        where: { tenantId, enrollmentId },
        order: { enrollmentId: 'desc', seq: 'desc' },
        take: SHOWN * STEPS_SHOWN,
      });
      return enrollments.map((enrollment) => {
        const { journey, steps: ofVersion } = factsOf(enrollment);
        const own = steps.filter((step) => step.enrollmentId === enrollment.id).slice(0, STEPS_SHOWN);
        const shown = own.toReversed().map((step) => ({ ...step, kind: ofVersion[step.step - 1]!.kind }));
        return { enrollment, journey, steps: shown };
      });
    });
  }
}
