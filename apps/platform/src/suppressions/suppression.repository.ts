import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager, type FindManyOptions } from 'typeorm';
import { v7 as newUuid7 } from 'uuid';
import { nextPosition, returned, type Page, type PageRequest, type TenantId } from '#libs/persistence';
import { Suppression } from './suppression.entity.js';
import { EVERYTHING, normalAddress } from './suppression.js';
import { SEARCHED, searchSuppressions, type SuppressionFilter } from './suppression.sql.js';

export type NewSuppression = Pick<Suppression, 'address' | 'reason' | 'source'> &
  Partial<Pick<Suppression, 'messageId' | 'sender' | 'topic'>>;

@Injectable()
export class SuppressionRepository {
  /** Suppresses an address. An entry of the same sender and topic stays: the first reason counts. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    given: NewSuppression,
  ): Promise<{ entry: Suppression; isNew: boolean }> {
    const address = normalAddress(given.address);
    const values = {
      sender: '',
      topic: EVERYTHING,
      ...given,
      tenantId,
      address,
      id: newUuid7(),
      position: nextPosition(),
    };
    const insert = tx.createQueryBuilder().insert().into(Suppression).values(values).orIgnore().returning('*');
    const [inserted] = returned(tx, Suppression, await insert.execute());
    if (inserted) return { entry: inserted, isNew: true };
    const entry = await tx.findOneBy(Suppression, { tenantId, address, sender: values.sender, topic: values.topic });
    // Deleted between the two statements: then this call inserts it.
    return entry ? { entry, isNew: false } : this.insert(tx, tenantId, given);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Suppression | null> {
    return tx.findOneBy(Suppression, { tenantId, id });
  }

  /** The entry of an address; of several the widest: that of all senders and topics comes first. */
  async findByAddress(tx: EntityManager, tenantId: TenantId, address: string): Promise<Suppression | null> {
    const where = { tenantId, address: normalAddress(address) };
    return tx.findOne(Suppression, { where, order: { sender: 'ASC', topic: 'ASC' } });
  }

  /** Returns false if another transaction deleted the entry first. */
  async delete(tx: EntityManager, { tenantId, address, sender, topic, id }: Suppression): Promise<boolean> {
    const { affected } = await tx.getRepository(Suppression).delete({ tenantId, address, sender, topic, id });
    return affected === 1;
  }

  /** Lifts what a STOP did, and nothing else. */
  async deleteStopped(tx: EntityManager, tenantId: TenantId, address: string, sender: string): Promise<void> {
    await tx.delete(Suppression, { tenantId, address, sender, source: 'text' });
  }

  /** Lifts what a consent withdrawn in the CRM did, and nothing else. */
  async deleteWithdrawn(tx: EntityManager, tenantId: TenantId, address: string): Promise<void> {
    await tx.delete(Suppression, { tenantId, address: normalAddress(address), sender: '', source: 'crm' });
  }

  /** Newest first. A search looks at a bounded number of entries: its page may be short or empty and have more behind it. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    filter: SuppressionFilter,
    { cursor, limit }: PageRequest,
  ): Promise<Page<Suppression>> {
    const isSearch = Boolean(filter.text || filter.reason);
    const rows = isSearch
      ? await searchSuppressions(tx, tenantId, filter, cursor, limit + 1)
      : await tx.find(Suppression, { ...newest(tenantId, cursor), take: limit + 1 });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const end = last ?? (isSearch ? await this.lastSearched(tx, tenantId, cursor) : undefined);
    return { items, nextCursor: end?.position ?? 0, hasMore: end !== undefined };
  }

  /** The last entry that a search looks at; undefined if it looks at all. */
  private async lastSearched(
    tx: EntityManager,
    tenantId: TenantId,
    cursor: number | undefined,
  ): Promise<Suppression | undefined> {
    const [last] = await tx.find(Suppression, { ...newest(tenantId, cursor), skip: SEARCHED - 1, take: 1 });
    return last;
  }
}

function newest(tenantId: TenantId, cursor: number | undefined): FindManyOptions<Suppression> {
  return { where: { tenantId, ...(cursor ? { position: LessThan(cursor) } : {}) }, order: { position: 'DESC' } };
}
