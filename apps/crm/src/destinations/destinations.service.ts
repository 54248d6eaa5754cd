import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { auditDestination, auditedOf } from './destination-audit.js';
import { type ListedDelivery, DestinationDeliveryRepository } from './destination-delivery.repository.js';
import { MAX_DESTINATIONS, tooManyDestinations } from './destination-problems.js';
import type { Destination } from './destination.entity.js';
import { type DestinationKind, DestinationRepository, type DestinationValues } from './destination.repository.js';
import { DestinationSeals } from './delivery/destination-seals.js';

/** A destination as it is asked for. */
export interface DestinationRequestValues extends Pick<Destination, 'name' | 'provider' | 'url' | 'config'> {
  /** Undefined keeps the stored one, null removes it. */
  secret?: string | null;
  /** Undefined: active at first, and then as it is. */
  active?: boolean;
}

/** Makes a test event within the transaction, for a destination that is active. */
export type EnqueueTest = (tx: EntityManager, destination: Destination, testId: string) => Promise<void>;

/** The destinations of a tenant, of both kinds. */
@Injectable()
export class DestinationsService {
  constructor(
    private readonly database: Database,
    private readonly destinations: DestinationRepository,
    private readonly deliveries: DestinationDeliveryRepository,
    private readonly seals: DestinationSeals,
  ) {}

  /** @throws Problem Unprocessable at the limit, ServiceUnavailable without the audit log */
  async create(
    tenantId: TenantId,
    { secret, active = true, ...values }: DestinationRequestValues,
  ): Promise<Destination> {
    return this.database.tenant(tenantId, async (tx) => {
      const count = await this.destinations.lockAndCount(tx, tenantId, kindOf(values));
      if (count >= MAX_DESTINATIONS) throw tooManyDestinations();
      const sealed = secret == null ? null : await this.seals.sealSecret(tx, tenantId, secret);
      const destination = await this.destinations.insert(tx, tenantId, { ...values, secret: sealed, active });
      await auditDestination(tx, 'destination.created', destination, { after: auditedOf(destination) });
      return destination;
    });
  }

  /** Oldest first. */
  async list(tenantId: TenantId, kind: DestinationKind): Promise<Destination[]> {
    return this.database.tenant(tenantId, (tx) => this.destinations.list(tx, tenantId, kind));
  }

  async find(tenantId: TenantId, kind: DestinationKind, id: string): Promise<Destination | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.destinations.find(tx, tenantId, kind, id));
  }

  /** Deliveries that wait go to the new address. @throws Problem NotFound, ServiceUnavailable without the audit log */
  async replace(
    { tenantId, id }: Destination,
    { secret, active, ...values }: DestinationRequestValues,
  ): Promise<Destination> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.locked(tx, tenantId, id);
      const isActive = active ?? before.active;
      // Another server has to prove itself.
      const moves = addressOf(values) !== addressOf(before);
      const after = await this.destinations.update(tx, before, {
        ...values,
        active: isActive,
        ...(secret !== undefined && {
          secret: secret === null ? null : await this.seals.sealSecret(tx, tenantId, secret),
        }),
        ...(moves && { provenAt: null }),
        ...((moves || (isActive && !before.active)) && { failingSince: null }),
        ...(isActive && { disabledAt: null }),
      });
      await auditDestination(tx, 'destination.changed', after, { before: auditedOf(before), after: auditedOf(after) });
      return after;
    });
  }

  /** Deletes its deliveries, too, also those that wait. @throws Problem NotFound, ServiceUnavailable without the audit log */
  async delete({ tenantId, id }: Destination): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const before = await this.locked(tx, tenantId, id);
      await this.deliveries.deleteTo(tx, tenantId, id);
      await this.destinations.delete(tx, before);
      await auditDestination(tx, 'destination.deleted', before, { before: auditedOf(before) });
    });
  }

  /** Newest first. */
  async listDeliveries(
    { tenantId, id }: Pick<Destination, 'tenantId' | 'id'>,
    limit: number,
  ): Promise<ListedDelivery[]> {
    return this.database.tenant(tenantId, (tx) => this.deliveries.list(tx, tenantId, id, limit));
  }

  /** @throws Problem NotFound for an inactive destination */
  async test({ tenantId, id }: Destination, kind: DestinationKind, enqueue: EnqueueTest): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const destination = await this.destinations.lockActive(tx, tenantId, kind, id);
      if (!destination) throw new Problem('NotFound');
      await enqueue(tx, destination, v7());
    });
  }

  private async locked(tx: EntityManager, tenantId: TenantId, id: string): Promise<Destination> {
    const destination = await this.destinations.lockForUpdate(tx, tenantId, id);
    if (!destination) throw new Problem('NotFound');
    return destination;
  }
}

const kindOf = ({ provider }: Pick<DestinationValues, 'provider'>): DestinationKind =>
  provider === null ? 'webhook' : 'provider';

/** As the database compares addresses. */
const addressOf = ({ url, config }: Pick<DestinationValues, 'url' | 'config'>): string | undefined =>
  url ?? config?.['pixel_id'];
