import type { Type } from '@nestjs/common';
import {
  type EntityManager,
  type FindOptionsOrder,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThanOrEqual,
  MoreThan,
} from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import type { ClaimedDomain } from '../claimed-domain.js';
import { type KeyedDomain, publishedKey, type PublishedKey, RETIRING_DAYS } from './published-key.js';
import { SigningKeyColumns } from './signing-key-columns.js';

const DAY_MS = 86_400_000;

export type NewSigningKey = Pick<SigningKeyColumns, 'selector' | 'algorithm' | 'privateKey' | 'publicKey' | 'active'>;

/** The DKIM keys of domains, in the table of an app. Keys that retired more than seven days ago count as deleted. */
export abstract class SigningKeyRepository {
  protected constructor(private readonly entity: Type<SigningKeyColumns>) {}

  async insert(tx: EntityManager, tenantId: TenantId, domainId: string, key: NewSigningKey): Promise<void> {
    await tx.insert(this.entity, { tenantId, id: uuidv7(), domainId, ...key });
  }

  /** The keys of each domain, oldest first. */
  async listByDomain(
    tx: EntityManager,
    tenantId: TenantId,
    domainIds: readonly string[],
  ): Promise<Map<string, PublishedKey[]>> {
    const ofDomains = { tenantId, domainId: In(domainIds) };
    const where: FindOptionsWhere<SigningKeyColumns>[] = [
      { ...ofDomains, retiredAt: IsNull() },
      { ...ofDomains, retiredAt: MoreThan(expiry()) },
    ];
    const order: FindOptionsOrder<SigningKeyColumns> = { createdAt: 'ASC', algorithm: 'DESC', id: 'ASC' };
    const keys = new Map<string, PublishedKey[]>(domainIds.map((id) => [id, []]));
    for (const row of await tx.find(this.entity, { where, order })) keys.get(row.domainId)?.push(publishedKey(row));
    return keys;
  }

  async withKeys<D extends ClaimedDomain>(tx: EntityManager, tenantId: TenantId, domain: D): Promise<KeyedDomain<D>> {
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
    if (retired.length > 0) await tx.update(this.entity, named(retired), { active: false, retiredAt: new Date() });
    if (activated.length > 0) await tx.update(this.entity, named(activated), { active: true });
  }

  async deleteExpired(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<void> {
    await tx.delete(this.entity, { tenantId, domainId, retiredAt: LessThanOrEqual(expiry()) });
  }
}

const expiry = (): Date => new Date(Date.now() - RETIRING_DAYS * DAY_MS);
