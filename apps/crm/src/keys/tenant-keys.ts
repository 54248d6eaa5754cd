import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type TenantId } from '#libs/persistence';
import { DataKey, SecretBox } from '#libs/secrets';
import { TenantCipher } from './tenant-cipher.js';
import { TenantKey } from './tenant-key.entity.js';

const PURPOSE = 'crm.tenant-key';
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
    const sealed = await this.sealedKeyOf(tenantId);
    const cipher = new TenantCipher(DataKey.fromBytes(this.secrets.openBytes(tenantId, PURPOSE, sealed)));
    this.#kept.set(tenantId, cipher);
    return cipher;
  }

  private async sealedKeyOf(tenantId: TenantId): Promise<string> {
    return this.database.tenant(tenantId, async (tx) => {
      const known = await tx.findOneBy(TenantKey, { tenantId });
      if (known) return known.sealed;
      const sealed = this.secrets.seal(tenantId, PURPOSE, DataKey.generate().exportBytes());
      // Another process may make one at the same instant; the first stays.
      await tx.createQueryBuilder().insert().into(TenantKey).values({ tenantId, sealed }).orIgnore().execute();
      return (await tx.findOneByOrFail(TenantKey, { tenantId })).sealed;
    });
  }
}
