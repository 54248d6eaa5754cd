import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { DomainProof, RecordChecks, Verdict } from '#libs/messaging/domains';
import {
  listPositionPage,
  lockKey,
  returned,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { SendingDomain } from './sending-domain.entity.js';

/** The rows of sending domains. */
@Injectable()
export class DomainRepository {
  /** Inserts a domain; undefined if the tenant has `limit` of them, also when two are inserted at once. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    values: Pick<SendingDomain, 'name'> & Partial<DomainProof>,
    limit: number,
  ): Promise<SendingDomain | undefined> {
    await lockKey(tx, 'sending domains', tenantId);
    if ((await tx.countBy(SendingDomain, { tenantId })) >= limit) return undefined;
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(SendingDomain)
      .values({ ...values, tenantId, id: uuidv7() });
    const [domain] = returned(tx, SendingDomain, await insert.returning('*').execute());
    return domain;
  }

  async countAll(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(SendingDomain, { tenantId });
  }

  async findByName(tx: EntityManager, tenantId: TenantId, name: string): Promise<SendingDomain | null> {
    return tx.findOneBy(SendingDomain, { tenantId, name });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<SendingDomain | null> {
    return tx.findOneBy(SendingDomain, { tenantId, id });
  }

  /** Newest first; the cursor is the position of the last domain shown. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: PageRequest): Promise<Page<SendingDomain>> {
    return listPositionPage(tx.createQueryBuilder(SendingDomain, 'domain').where({ tenantId }), page);
  }

  /** Locks a domain: other changes of it and its keys wait until the transaction ends. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<SendingDomain | null> {
    return tx.findOne(SendingDomain, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Records a check. Violates sending_domain__verified__uq if another tenant has verified the domain. */
  async updateCheck(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    recordChecks: RecordChecks,
    { verifiedAt, missingSince, nextCheckAt }: Verdict,
    lastCheckedAt: Date,
  ): Promise<void> {
    const changes = { recordChecks, verifiedAt, missingSince, nextCheckAt, lastCheckedAt };
    await tx.update(SendingDomain, { tenantId, id }, changes);
  }

  /** Has another token prove the domain. */
  async updateProof(tx: EntityManager, { tenantId, id }: SendingDomain, proof: DomainProof): Promise<void> {
    await tx.update(SendingDomain, { tenantId, id }, proof);
  }

  async updateVerified(tx: EntityManager, tenantId: TenantId, id: string, verifiedAt: Date): Promise<void> {
    await tx.update(SendingDomain, { tenantId, id }, { verifiedAt });
  }

  /** Brings the next check forward to `nextCheckAt`, unless it is earlier already. */
  async updateNextCheck(tx: EntityManager, tenantId: TenantId, id: string, nextCheckAt: Date): Promise<void> {
    await tx.update(SendingDomain, { tenantId, id, nextCheckAt: MoreThan(nextCheckAt) }, { nextCheckAt });
  }

  /** Deletes a domain and its keys. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(SendingDomain, { tenantId, id });
  }
}
