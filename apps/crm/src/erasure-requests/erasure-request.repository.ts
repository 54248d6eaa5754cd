import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Id, type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import type { ErasingApp } from './contact-anonymizer.js';
import { ErasureRequest, type ErasureStatus } from './erasure-request.entity.js';
import { recordOutcome } from './erasure-request.sql.js';

@Injectable()
export class ErasureRequestRepository {
  /** Violates erasure_request__pending__uq if the contact has a pending one. */
  async insert(tx: EntityManager, request: ErasureRequest): Promise<void> {
    await tx.insert(ErasureRequest, request);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<ErasureRequest | null> {
    return tx.findOneBy(ErasureRequest, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<ErasureRequest | null> {
    return tx.findOne(ErasureRequest, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    status: ErasureStatus | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<ErasureRequest>> {
    const query = tx.createQueryBuilder(ErasureRequest, 'request').where({ tenantId, ...(status && { status }) });
    return listKeysetPage(query, ['id'], page);
  }

  async update(tx: EntityManager, request: ErasureRequest, changes: Partial<ErasureRequest>): Promise<void> {
    const { tenantId, id } = request;
    // TypeORM's type of a partial entity does not know a jsonb column.
    await tx.update(ErasureRequest, { tenantId, id }, changes as object);
  }

  /** Records that an app has erased the contact. */
  async recordOutcome(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    app: ErasingApp,
    erasedAt: Date,
  ): Promise<void> {
    await recordOutcome(tx, tenantId, id, app, { erasedAt: erasedAt.toISOString() });
  }

  /** Removes what the requests for a contact say. */
  async emptyOf(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.update(ErasureRequest, { tenantId, contactId }, { sealed: null, refusal: null });
  }
}
