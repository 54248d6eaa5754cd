import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  listKeysetPage,
  lockKey,
  newId,
  returned,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import { ShortLink } from '#libs/sites/sites';

export type LinkValues = Pick<ShortLink, 'slug' | 'target' | 'title' | 'status' | 'active' | 'expiresAt'>;

@Injectable()
export class ShortLinkRepository {
  /** Inserts a link; undefined if its slug is taken, by whichever tenant. */
  async insert(tx: EntityManager, tenantId: TenantId, values: LinkValues): Promise<ShortLink | undefined> {
    const insert = tx.createQueryBuilder().insert().into(ShortLink);
    const result = await insert
      .values({ ...values, tenantId, id: newId('lnk') })
      .orIgnore()
      .returning('*')
      .execute();
    return returned(tx, ShortLink, result)[0];
  }

  /** How many links the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'short links', tenantId);
    return tx.countBy(ShortLink, { tenantId });
  }

  /** Newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<ShortLink>> {
    return listKeysetPage(tx.createQueryBuilder(ShortLink, 'link').where({ tenantId }), ['id'], page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<ShortLink | null> {
    return tx.findOneBy(ShortLink, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<ShortLink | null> {
    return tx.findOne(ShortLink, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Violates short_link__slug__uq if the new slug is taken. */
  async update(tx: EntityManager, tenantId: TenantId, id: string, changes: Partial<LinkValues>): Promise<void> {
    await tx.update(ShortLink, { tenantId, id }, changes);
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(ShortLink, { tenantId, id });
  }
}
