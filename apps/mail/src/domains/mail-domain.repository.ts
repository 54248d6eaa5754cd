import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { DomainProof, RecordChecks, Verdict } from '#libs/messaging/domains';
import {
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  lockKey,
  returned,
  rowsByKeys,
  type TenantId,
} from '#libs/core/persistence';
import { MailDomain } from './mail-domain.entity.js';

export type NewMailDomain = Pick<MailDomain, 'name' | 'organisationId'> & Partial<DomainProof>;

export type DomainSettings = Partial<Pick<MailDomain, 'catchAllMailboxId' | 'createsMailboxes'>>;

const BY_IDS = rowsByKeys('mail_domain', { id: 'cast(:ids as uuid[])' }, { tenant: ':tenantId', as: 'domain' });

/** Domains of a tenant; removed ones are not found. */
@Injectable()
export class MailDomainRepository {
  /** Inserts a domain; undefined if the tenant has `limit` of them, also when two are inserted at once. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    values: NewMailDomain,
    limit: number,
  ): Promise<MailDomain | undefined> {
    await lockKey(tx, 'mail domains', tenantId);
    if ((await this.count(tx, tenantId)) >= limit) return undefined;
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(MailDomain)
      .values({ ...values, tenantId, id: uuidv7() });
    const [domain] = returned(tx, MailDomain, await insert.returning('*').execute());
    return domain;
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(MailDomain, { tenantId, removedAt: IsNull() });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<MailDomain | null> {
    return tx.findOneBy(MailDomain, { tenantId, id, removedAt: IsNull() });
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<MailDomain[]> {
    const query = tx.createQueryBuilder(MailDomain, 'domain').where(BY_IDS, { tenantId, ids });
    return query.andWhere({ removedAt: IsNull() }).getMany();
  }

  async findByName(tx: EntityManager, tenantId: TenantId, name: string): Promise<MailDomain | null> {
    return tx.findOneBy(MailDomain, { tenantId, name, removedAt: IsNull() });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    organisationId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<MailDomain>> {
    const query = tx.createQueryBuilder(MailDomain, 'domain');
    return listKeysetPage(query.where({ tenantId, organisationId, removedAt: IsNull() }), ['id'], page);
  }

  /** Other changes of the domain, its keys and its mailboxes wait until the transaction ends. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<MailDomain | null> {
    const where = { tenantId, id, removedAt: IsNull() };
    return tx.findOne(MailDomain, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Records a check. Violates mail_domain__verified__uq if another tenant has verified the domain. */
  async updateCheck(
    tx: EntityManager,
    { tenantId, id }: MailDomain,
    recordChecks: RecordChecks,
    { verifiedAt, missingSince, nextCheckAt }: Verdict,
    lastCheckedAt: Date,
  ): Promise<void> {
    const changes = { recordChecks, verifiedAt, missingSince, nextCheckAt, lastCheckedAt };
    await tx.update(MailDomain, { tenantId, id }, changes);
  }

  /** Brings the next check forward to `nextCheckAt`, unless it is earlier already. */
  async updateNextCheck(tx: EntityManager, { tenantId, id }: MailDomain, nextCheckAt: Date): Promise<void> {
    await tx.update(MailDomain, { tenantId, id, nextCheckAt: MoreThan(nextCheckAt) }, { nextCheckAt });
  }

  async updateSettings(tx: EntityManager, { tenantId, id }: MailDomain, settings: DomainSettings): Promise<void> {
    await tx.update(MailDomain, { tenantId, id }, settings);
  }

  /** Has another token prove the domain. */
  async updateProof(tx: EntityManager, { tenantId, id }: MailDomain, proof: DomainProof): Promise<void> {
    await tx.update(MailDomain, { tenantId, id }, proof);
  }

  /** Keeps the row for the removed mailboxes that refer to it. */
  async softDelete(tx: EntityManager, { tenantId, id }: MailDomain): Promise<void> {
    const removed = { removedAt: new Date(), verifiedAt: null, missingSince: null, catchAllMailboxId: null };
    await tx.update(MailDomain, { tenantId, id }, removed);
  }

  async delete(tx: EntityManager, { tenantId, id }: MailDomain): Promise<void> {
    await tx.delete(MailDomain, { tenantId, id });
  }
}
