import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager, In } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { Contact } from '../../contacts/contact.entity.js';
import { ContactRepository } from '../../contacts/contact.repository.js';
import type { JourneyStep } from '../definition/journey-step.js';
import type { Journey } from '../definition/journey.entity.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { JourneyVersion } from '../versions/journey-version.entity.js';
import type { Enrollment } from './enrollment.entity.js';

/** Journey, steps and contact of an enrollment. */
export interface EnrollmentFacts {
  journey: Journey;
  steps: readonly JourneyStep[];
  /** Null once it was removed; deleted ones are there. */
  contact: Contact | null;
}

/** Versions that a process keeps: none ever changes. */
const KEPT_VERSIONS = 1_000;

/** Reads what belongs to enrollments, in three statements for all of them. */
@Injectable()
export class JourneyFacts {
  readonly #versions = new LRUCache<string, readonly JourneyStep[]>({ max: KEPT_VERSIONS });

  constructor(
    private readonly journeys: JourneyRepository,
    private readonly contacts: ContactRepository,
  ) {}

  async load(
    tx: EntityManager,
    tenantId: TenantId,
    enrollments: readonly Enrollment[],
  ): Promise<(enrollment: Enrollment) => EnrollmentFacts> {
    const journeyIds = [...new Set(enrollments.map(({ journeyId }) => journeyId))];
    const journeys = new Map((await this.journeys.findMany(tx, tenantId, journeyIds)).map((one) => [one.id, one]));
    const steps = await this.stepsOf(tx, tenantId, enrollments);
    const contactIds = [...new Set(enrollments.map(({ contactId }) => contactId))];
    const contacts = await this.contacts.findManyWithDeleted(tx, tenantId, contactIds);
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    return (enrollment) => {
      const journey = journeys.get(enrollment.journeyId);
      const ofVersion = steps.get(keyOf(enrollment));
      if (!journey || !ofVersion) throw new Error(`The journey of enrollment ${enrollment.id} is gone`);
      return { journey, steps: ofVersion, contact: byId.get(enrollment.contactId) ?? null };
    };
  }

  private async stepsOf(
    tx: EntityManager,
    tenantId: TenantId,
    enrollments: readonly Enrollment[],
  ): Promise<Map<string, readonly JourneyStep[]>> {
    const wanted = new Map(enrollments.map((one) => [keyOf(one), one]));
    const found = new Map<string, readonly JourneyStep[]>();
    const missing = new Map(wanted);
    for (const key of wanted.keys()) {
      const kept = this.#versions.get(key);
      if (!kept) continue;
      found.set(key, kept);
      missing.delete(key);
    }
    if (missing.size === 0) return found;
    const journeyId = In([...missing.values()].map((one) => one.journeyId));
    const version = In([...missing.values()].map((one) => one.version));
    for (const one of await tx.findBy(JourneyVersion, { tenantId, journeyId, version })) {
      found.set(keyOf(one), one.steps);
      this.#versions.set(keyOf(one), one.steps);
    }
    return found;
  }
}

const keyOf = ({ journeyId, version }: { journeyId: string; version: number }) => `${journeyId} ${version}`;
