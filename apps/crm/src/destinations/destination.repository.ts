import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { v7 } from 'uuid';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { Destination } from './destination.entity.js';

/** Webhooks of the account, or integrations with providers. */
export type DestinationKind = 'webhook' | 'provider';

export type DestinationValues = Pick<Destination, 'name' | 'provider' | 'url' | 'config' | 'secret' | 'active'>;

/** Fields to change; an undefined field stays. */
export type DestinationChange = Partial<
  DestinationValues & Pick<Destination, 'provenAt' | 'failingSince' | 'disabledAt'>
>;

export type ActiveDestination = Pick<Destination, 'id' | 'provider' | 'config'>;

const kindIs = (kind: DestinationKind) => ({ provider: kind === 'webhook' ? IsNull() : Not(IsNull()) });

@Injectable()
export class DestinationRepository {
  /** Oldest first; there are few. */
  async list(tx: EntityManager, tenantId: TenantId, kind: DestinationKind): Promise<Destination[]> {
    return tx.find(Destination, { where: { tenantId, ...kindIs(kind) }, order: { id: 'asc' } });
  }

  async listActive(tx: EntityManager, tenantId: TenantId, kind: DestinationKind): Promise<ActiveDestination[]> {
    const select = { id: true, provider: true, config: true } as const;
    return tx.find(Destination, { select, where: { tenantId, active: true, ...kindIs(kind) }, order: { id: 'asc' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, kind: DestinationKind, id: string): Promise<Destination | null> {
    return tx.findOneBy(Destination, { tenantId, id, ...kindIs(kind) });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Destination | null> {
    return tx.findOne(Destination, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Keeps the destination as it is until the transaction ends, so that nothing is enqueued to one that is being deleted. */
  async lockActive(
    tx: EntityManager,
    tenantId: TenantId,
    kind: DestinationKind,
    id: string,
  ): Promise<Destination | null> {
    const where = { tenantId, id, active: true, ...kindIs(kind) };
    return tx.findOne(Destination, { where, lock: { mode: 'for_key_share' } });
  }

  /** How many destinations of a kind the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId, kind: DestinationKind): Promise<number> {
    await lockKey(tx, 'destinations', tenantId);
    return tx.countBy(Destination, { tenantId, ...kindIs(kind) });
  }

  async insert(tx: EntityManager, tenantId: TenantId, values: DestinationValues): Promise<Destination> {
    const id = v7();
    await tx.insert(Destination, { tenantId, id, ...values });
    return tx.findOneByOrFail(Destination, { tenantId, id });
  }

  /** Updates a locked destination. */
  async update(tx: EntityManager, { tenantId, id }: Destination, change: DestinationChange): Promise<Destination> {
    await tx.update(Destination, { tenantId, id }, change);
    return tx.findOneByOrFail(Destination, { tenantId, id });
  }

  async delete(tx: EntityManager, { tenantId, id }: Destination): Promise<void> {
    await tx.delete(Destination, { tenantId, id });
  }
}
