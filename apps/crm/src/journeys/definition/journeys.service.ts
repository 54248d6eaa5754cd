import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditEvent } from '#libs/core/audit';
import { isUuid, Problem } from '#libs/core/http';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../../audit-trail.js';
import { CrmConfig } from '../../config.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { EnrollmentStates } from '../enrollments/enrollment-states.js';
import { type GivenJourney, JourneyReader } from './journey-definition.js';
import { tooManyJourneys } from './journey-problems.js';
import { JourneyWatch } from './journey-watch.js';
import { type JourneyWithSteps, toGivenJourney } from './journey.dto.js';
import { isSealed, openJourney } from './journey-seals.js';
import type { Journey } from './journey.entity.js';
import { JourneyRepository } from './journey.repository.js';

/** The journeys of a tenant: made, changed, turned on and off. */
@Injectable()
export class JourneysService {
  constructor(
    private readonly database: Database,
    private readonly journeys: JourneyRepository,
    private readonly reader: JourneyReader,
    private readonly watch: JourneyWatch,
    private readonly enrollments: EnrollmentStates,
    private readonly clock: JourneyClock,
    private readonly keys: TenantKeys,
    private readonly config: CrmConfig,
  ) {}

  /** Makes a journey that is off. @throws Problem Unprocessable that names the place and the reason, and at the limit */
  async create(tenantId: TenantId, given: GivenJourney): Promise<JourneyWithSteps> {
    return this.database.tenant(tenantId, async (tx) => {
      const definition = await this.reader.read(tx, tenantId, given);
      const count = await this.journeys.lockAndCount(tx, tenantId);
      if (count >= this.config.journeysPerAccount) throw tooManyJourneys(this.config.journeysPerAccount, count);
      const made = await this.journeys.insert(tx, tenantId, definition);
      await auditJourney(tx, 'journey.created', made, { after: auditedOf(made) });
      return this.opened(tx, made);
    });
  }

  /** The newest first. */
  async list(tenantId: TenantId): Promise<JourneyWithSteps[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const journeys = await this.journeys.list(tx, tenantId);
      return Promise.all(journeys.map((journey) => this.opened(tx, journey)));
    });
  }

  async find(tenantId: TenantId, id: string): Promise<JourneyWithSteps | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, async (tx) => {
      const journey = await this.journeys.find(tx, tenantId, id);
      return journey && this.opened(tx, journey);
    });
  }

  /**
   * Replaces all of a journey by a new version. Who is inside stays on the steps they entered with.
   * @throws Problem NotFound, Unprocessable
   */
  async replace(tenantId: TenantId, id: string, given: GivenJourney): Promise<JourneyWithSteps> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.lock(tx, tenantId, id);
      const definition = await this.reader.read(tx, tenantId, given);
      const after = await this.journeys.replace(tx, before.journey, definition);
      await this.journeys.update(tx, after.journey, sweepFrom(after.journey, before.journey, this.clock.now()));
      await this.watch.follow(tx, tenantId);
      await auditJourney(tx, 'journey.changed', after, { before: auditedOf(before), after: auditedOf(after) });
      return this.opened(tx, after);
    });
  }

  /** Deletes a journey; who is inside ends. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const before = await this.lock(tx, tenantId, id);
      const now = this.clock.now();
      await this.journeys.update(tx, before.journey, { deletedAt: now, active: false, updatedAt: now });
      await this.enrollments.stopAll(tx, before.journey, now);
      await this.watch.follow(tx, tenantId);
      await auditJourney(tx, 'journey.deleted', before, { before: auditedOf(before) });
    });
  }

  /**
   * Turns a journey on, if it is still valid, or off. Who is inside waits while it is off, unless they are to be stopped.
   * @throws Problem NotFound; Unprocessable when it is turned on and invalid
   */
  async setActive(tenantId: TenantId, id: string, active: boolean, stopsAll: boolean): Promise<JourneyWithSteps> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.lock(tx, tenantId, id);
      const { journey } = before;
      // A field that it names may be gone since, or the address of a sender.
      if (active) await this.reader.read(tx, tenantId, toGivenJourney(await this.opened(tx, before)));
      const now = this.clock.now();
      if (active !== journey.active) {
        const sweep = sweepFrom({ ...journey, active }, journey, now);
        await this.journeys.update(tx, journey, { active, ...sweep, updatedAt: now });
        if (active) await this.enrollments.resume(tx, journey, now);
        const change = { before: { active: journey.active }, after: { active } };
        await auditJourney(tx, active ? 'journey.activated' : 'journey.deactivated', before, change);
      }
      if (!active && stopsAll) await this.enrollments.stopAll(tx, journey, now);
      await this.watch.follow(tx, tenantId);
      return this.opened(tx, found(await this.journeys.find(tx, tenantId, id)));
    });
  }

  private async opened(tx: EntityManager, journey: JourneyWithSteps): Promise<JourneyWithSteps> {
    if (!isSealed(journey)) return journey;
    return openJourney(await this.keys.cipherWithin(tx, journey.journey.tenantId), journey);
  }

  /** One change at a time of the journeys of a tenant, so that watching follows all of them. */
  private async lock(tx: EntityManager, tenantId: TenantId, id: string): Promise<JourneyWithSteps> {
    await lockKey(tx, 'journeys', tenantId);
    return found(isUuid(id) ? await this.journeys.lockForUpdate(tx, tenantId, id) : null);
  }
}

/** Place from which a journey that waits for silence is swept: where it was, or now if it begins to wait. */
function sweepFrom(after: Journey, before: Journey, now: Date): Pick<Journey, 'sweptAt' | 'sweptContact'> {
  if (!after.active || after.trigger !== 'inactivity') return { sweptAt: null, sweptContact: '' };
  const isSame = after.parameters.days === before.parameters.days;
  return { sweptAt: before.sweptAt ?? now, sweptContact: isSame ? before.sweptContact : '' };
}

/** Steps may have texts of mails, which are long. */
const auditedOf = ({ journey, steps }: JourneyWithSteps) => ({
  name: journey.name,
  trigger: journey.trigger,
  version: journey.version,
  active: journey.active,
  steps: steps.length,
});

async function auditJourney(
  tx: EntityManager,
  action: string,
  { journey: { tenantId, id } }: JourneyWithSteps,
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'journey', id }, tenantId, ...change });
}

/** @throws Problem NotFound */
export function found<T>(row: T | null): T {
  if (!row) throw new Problem('NotFound');
  return row;
}
