import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { TenantId } from '#libs/persistence';
import { RETIRING_DAYS, type KeyedDomain, type KeyState, type PublishedKey } from './domain.js';
import { DomainKey } from './domain-key.entity.js';
import type { SendingDomain } from './sending-domain.entity.js';

const DAY_MS = 86_400_000;

export type NewDomainKey = Pick<DomainKey, 'selector' | 'algorithm' | 'privateKey' | 'publicKey' | 'active'>;

/** The DKIM keys of sending domains. Keys that retired more than seven days ago count as deleted. */
@Injectable()
export class DomainKeyRepository {
  async insert(tx: EntityManager, tenantId: TenantId, domainId: string, key: NewDomainKey): Promise<void> {
    await tx.insert(DomainKey, { tenantId, id: uuidv7(), domainId, ...key });
  }

  /** The keys of each domain, oldest first. */
  async listByDomain(
    tx: EntityManager,
    tenantId: TenantId,
    domainIds: readonly string[],
  ): Promise<Map<string, PublishedKey[]>> {
    const ofDomains = { tenantId, domainId: In(domainIds) };
    const rows = await tx.find(DomainKey, {
      where: [
        { ...ofDomains, retiredAt: IsNull() },
        { ...ofDomains, retiredAt: MoreThan(expiry()) },
      ],
      order: { createdAt: 'ASC', algorithm: 'DESC', id: 'ASC' },
    });
    const keys = new Map<string, PublishedKey[]>(domainIds.map((id) => [id, []]));
    for (const row of rows) keys.get(row.domainId)?.push(published(row));
    return keys;
  }

  async withKeys(tx: EntityManager, tenantId: TenantId, domain: SendingDomain): Promise<KeyedDomain> {
    const keys = await this.listByDomain(tx, tenantId, [domain.id]);
    return { ...domain, keys: keys.get(domain.id) ?? [] };
  }

  /** Keys that sign from now on, and keys that sign no more, by their selectors. */
  async updateActive(
    tx: EntityManager,
    tenantId: TenantId,
    domainId: string,
    activated: readonly string[],
    retired: readonly string[],
  ): Promise<void> {
    const named = (selectors: readonly string[]) => ({ tenantId, domainId, selector: In(selectors) });
    if (retired.length > 0) await tx.update(DomainKey, named(retired), { active: false, retiredAt: new Date() });
    if (activated.length > 0) await tx.update(DomainKey, named(activated), { active: true });
  }

  async deleteExpired(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<void> {
    await tx.delete(DomainKey, { tenantId, domainId, retiredAt: LessThanOrEqual(expiry()) });
  }
}

const expiry = (): Date => new Date(Date.now() - RETIRING_DAYS * DAY_MS);

function published({ selector, algorithm, publicKey, createdAt, retiredAt, active }: DomainKey): PublishedKey {
  const state: KeyState = active ? 'active' : retiredAt === null ? 'pending' : 'retiring';
  return { selector, algorithm, publicKey, createdAt, retiredAt, state };
}
