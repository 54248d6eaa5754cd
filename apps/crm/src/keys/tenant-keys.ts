import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LRUCache } from 'lru-cache';
import { Database, type TenantId } from '#libs/core/persistence';
import { DataKey, SecretBox } from '#libs/core/secrets';
import { TenantCipher } from './tenant-cipher.js';
import { TenantKey } from './tenant-key.entity.js';

export const TENANT_KEY_PURPOSE = 'crm.tenant-key';
const KEPT = 10_000;
const KEPT_MS = 600_000;

/**
 * The keys of the tenants. A tenant's key is random and stored sealed under the master key. It seals the keys of the
 * contacts, and makes the blind indexes. A new master key therefore reseals one row a tenant, and no index changes.
 */
@Injectable()
export class TenantKeys {
  readonly #kept = new LRUCache<TenantId, TenantCipher>({ max: KEPT, ttl: KEPT_MS });

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * The cipher of a tenant; makes its key at first use. It takes a transaction of its own, so get it before one begins.
   * @throws DatabaseUnavailable
   */
  async cipherOf(tenantId: TenantId): Promise<TenantCipher> {
    const kept = this.#kept.get(tenantId);
    if (kept) return kept;
    const { sealed } = await this.database.tenant(tenantId, (tx) => this.findOrInsert(tx, tenantId));
    return this.openAndCache(tenantId, sealed);
  }

  /** The same in a transaction that another has opened, such as that of an event. */
  async cipherWithin(tx: EntityManager, tenantId: TenantId): Promise<TenantCipher> {
    const kept = this.#kept.get(tenantId);
    if (kept) return kept;
    const { sealed, isNew } = await this.findOrInsert(tx, tenantId);
    // A new key is not kept: the transaction may roll back.
    return isNew ? this.open(tenantId, sealed) : this.openAndCache(tenantId, sealed);
  }

  /** The cipher of a tenant that has one; null for a tenant that has no key yet, and so no contact. */
  async findCipherWithin(tx: EntityManager, tenantId: TenantId): Promise<TenantCipher | null> {
    const kept = this.#kept.get(tenantId);
    if (kept) return kept;
    const known = await tx.findOneBy(TenantKey, { tenantId });
    return known && this.openAndCache(tenantId, known.sealed);
  }

  private openAndCache(tenantId: TenantId, sealed: string): TenantCipher {
    const cipher = this.open(tenantId, sealed);
    this.#kept.set(tenantId, cipher);
    return cipher;
  }

  private open(tenantId: TenantId, sealed: string): TenantCipher {
    return new TenantCipher(DataKey.fromBytes(this.secrets.openBytes(tenantId, TENANT_KEY_PURPOSE, sealed)));
  }

  private async findOrInsert(tx: EntityManager, tenantId: TenantId): Promise<{ sealed: string; isNew: boolean }> {
    const known = await tx.findOneBy(TenantKey, { tenantId });
    if (known) return { sealed: known.sealed, isNew: false };
    const sealed = this.secrets.seal(tenantId, TENANT_KEY_PURPOSE, DataKey.generate().exportBytes());
    // Another process may make one at the same instant; the first stays.
    await tx.createQueryBuilder().insert().into(TenantKey).values({ tenantId, sealed }).orIgnore().execute();
    return { sealed: (await tx.findOneByOrFail(TenantKey, { tenantId })).sealed, isNew: true };
  }
}
