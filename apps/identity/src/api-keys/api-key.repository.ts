import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, type EntityManager } from 'typeorm';
import { exec, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { ApiKey } from './api-key.entity.js';
import { UPDATE_LAST_USE } from './api-key.sql.js';

@Injectable()
export class ApiKeyRepository {
  async insert(tx: EntityManager, key: ApiKey): Promise<void> {
    await tx.insert(ApiKey, { ...key });
  }

  /** Newest first, one more than the limit if there is one. */
  listPage(tx: EntityManager, tenantId: TenantId, before: Id<'key'> | undefined, limit: number): Promise<ApiKey[]> {
    const place = before === undefined ? {} : { id: LessThan(before) };
    return tx.find(ApiKey, { where: { tenantId, ...place }, order: { id: 'DESC' }, take: limit + 1 });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: Id<'key'>): Promise<ApiKey | undefined> {
    return (await tx.findOne(ApiKey, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } })) ?? undefined;
  }

  countUnrevoked(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(ApiKey, { tenantId, revokedAt: IsNull() });
  }

  async revoke(tx: EntityManager, { tenantId, id }: ApiKey): Promise<void> {
    await tx.update(ApiKey, { tenantId, id }, { revokedAt: () => 'now()' });
  }

  /** Needs the system role. */
  existsByHash(tx: EntityManager, secretHash: string): Promise<boolean> {
    return tx.existsBy(ApiKey, { secretHash });
  }

  /** Needs the system role. */
  async updateLastUse(tx: SqlExecutor, uses: readonly { keyId: string; at: Date }[]): Promise<void> {
    await exec(tx, UPDATE_LAST_USE, [uses.map(({ keyId }) => keyId), uses.map(({ at }) => at)]);
  }
}
