import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { JourneyVersion } from '../versions/journey-version.entity.js';
import type { JourneyDefinition } from './journey-definition.js';
import type { TriggerKind } from './journey-trigger.js';
import type { JourneyWithSteps } from './journey.dto.js';
import { Journey } from './journey.entity.js';

/** Journeys of a tenant with the steps of their newest version, but for the deleted ones. */
@Injectable()
export class JourneyRepository {
  /** The newest first. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<JourneyWithSteps[]> {
    const journeys = await tx.find(Journey, { where: { tenantId, deletedAt: IsNull() }, order: { id: 'desc' } });
    return this.withSteps(tx, tenantId, journeys);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<JourneyWithSteps | null> {
    const journey = await tx.findOneBy(Journey, { tenantId, id, deletedAt: IsNull() });
    const [found] = journey ? await this.withSteps(tx, tenantId, [journey]) : [];
    return found ?? null;
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<JourneyWithSteps | null> {
    const where = { tenantId, id, deletedAt: IsNull() };
    const journey = await tx.findOne(Journey, { where, lock: { mode: 'pessimistic_write' } });
    const [found] = journey ? await this.withSteps(tx, tenantId, [journey]) : [];
    return found ?? null;
  }

  /** How many journeys the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'journeys', tenantId);
    return tx.countBy(Journey, { tenantId, deletedAt: IsNull() });
  }

  /** Lists journeys that are on, which contacts may enter. */
  async listActive(tx: EntityManager, tenantId: TenantId): Promise<Journey[]> {
    return tx.findBy(Journey, { tenantId, active: true, deletedAt: IsNull() });
  }

  /** Lists journeys that are on and begin by a trigger. */
  async listTriggered(tx: EntityManager, tenantId: TenantId, trigger: TriggerKind): Promise<Journey[]> {
    return tx.findBy(Journey, { tenantId, trigger, active: true, deletedAt: IsNull() });
  }

  /** Deleted ones, too. */
  async findMany(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Journey[]> {
    return ids.length === 0 ? [] : tx.findBy(Journey, { tenantId, id: In([...ids]) });
  }

  /** Inserts a journey that is off, with its first version. */
  async insert(tx: EntityManager, tenantId: TenantId, definition: JourneyDefinition): Promise<JourneyWithSteps> {
    const { steps, ...values } = definition;
    const now = new Date();
    const journey: Journey = {
      ...values,
      tenantId,
      id: v7(),
      active: false,
      version: 1,
      sweptAt: null,
      sweptContact: '',
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await tx.insert(Journey, journey as object);
    await this.insertVersion(tx, journey, steps);
    return { journey, steps };
  }

  /** Replaces all of a locked journey; its steps are a new version. */
  async replace(tx: EntityManager, before: Journey, definition: JourneyDefinition): Promise<JourneyWithSteps> {
    const { steps, ...values } = definition;
    const changes = { ...values, version: before.version + 1, updatedAt: new Date() };
    const journey: Journey = { ...before, ...changes };
    await this.update(tx, before, changes);
    await this.insertVersion(tx, journey, steps);
    return { journey, steps };
  }

  async update(tx: EntityManager, { tenantId, id }: Journey, changes: Partial<Journey>): Promise<void> {
    await tx.update(Journey, { tenantId, id }, changes as object);
  }

  private async insertVersion(
    tx: EntityManager,
    { tenantId, id: journeyId, version }: Journey,
    steps: JourneyVersion['steps'],
  ): Promise<void> {
    const row: JourneyVersion = { tenantId, journeyId, version, steps, createdAt: new Date() };
    await tx.insert(JourneyVersion, row as object);
  }

  private async withSteps(
    tx: EntityManager,
    tenantId: TenantId,
    journeys: readonly Journey[],
  ): Promise<JourneyWithSteps[]> {
    if (journeys.length === 0) return [];
    const wanted = journeys.map(({ id: journeyId, version }) => ({ tenantId, journeyId, version }));
    const versions = await tx.findBy(JourneyVersion, wanted);
    const steps = new Map(versions.map((version) => [version.journeyId, version.steps]));
    return journeys.map((journey) => ({ journey, steps: steps.get(journey.id) ?? [] }));
  }
}
