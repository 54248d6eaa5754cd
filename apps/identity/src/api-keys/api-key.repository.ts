import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';
import { ApiKeyRecord } from './api-key.entity.js';

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly system: SystemDatabase) {}

  async insert(tx: EntityManager, key: ApiKeyRecord): Promise<void> {
    await tx.insert(ApiKeyRecord, { ...key });
  }

  /** Newest first, one more than the limit if there is one. */
  async list(
    tx: EntityManager,
    tenantId: TenantId,
    before: string | undefined,
    limit: number,
  ): Promise<ApiKeyRecord[]> {
    const place = before === undefined ? {} : { id: LessThan(before as Id<'key'>) };
    return tx.find(ApiKeyRecord, { where: { tenantId, ...place }, order: { id: 'DESC' }, take: limit + 1 });
  }

  /** The key as it was before; undefined for an unknown one. A revoked key stays as it is. */
  async revoke(tx: EntityManager, tenantId: TenantId, id: Id<'key'>): Promise<ApiKeyRecord | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    const key = await tx.findOne(ApiKeyRecord, { where: { tenantId, id }, lock });
    if (key && !key.revokedAt) await tx.update(ApiKeyRecord, { tenantId, id }, { revokedAt: () => 'now()' });
    return key ?? undefined;
  }

  /** Never moves a last use back in time: reports of several processes come in any order. */
  async noteUse(uses: readonly { keyId: string; at: Date }[]): Promise<void> {
    await this.system.query(
      `update api_key k set last_used_at = greatest(k.last_used_at, u.at)
         from (select id, max(at) as at from unnest($1::text[], $2::timestamptz[]) as used (id, at) group by id) u
        where k.id = u.id`,
      [uses.map(({ keyId }) => keyId), uses.map(({ at }) => at)],
    );
  }
}
