import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  findPage,
  lockKey,
  newId,
  returned,
  type Id,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/persistence';
import { Topic } from './topic.entity.js';
import type { TopicValues } from './topic.js';

@Injectable()
export class TopicRepository {
  /** Null if another topic has the slug. */
  async insert(tx: EntityManager, tenantId: TenantId, values: TopicValues): Promise<Topic | null> {
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(Topic)
      .values({ ...values, tenantId, id: newId('top') });
    const [topic] = returned(tx, Topic, await insert.orIgnore().returning('*').execute());
    return topic ?? null;
  }

  /** Newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: PageRequest): Promise<Page<Topic>> {
    return findPage(tx, Topic, 'top', { tenantId }, page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: Id<'top'>): Promise<Topic | null> {
    return tx.findOneBy(Topic, { tenantId, id });
  }

  async findBySlug(tx: EntityManager, tenantId: TenantId, slug: string): Promise<Topic | null> {
    return tx.findOneBy(Topic, { tenantId, slug });
  }

  /** No other transaction counts them until this one ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'topics', tenantId);
    return tx.countBy(Topic, { tenantId });
  }

  async update(tx: EntityManager, { tenantId, id }: Topic, changes: Partial<TopicValues>): Promise<Topic | null> {
    await tx.update(Topic, { tenantId, id }, changes);
    return tx.findOneBy(Topic, { tenantId, id });
  }

  /** Returns false if another transaction deleted it first. */
  async delete(tx: EntityManager, { tenantId, id }: Topic): Promise<boolean> {
    const { affected } = await tx.delete(Topic, { tenantId, id });
    return affected === 1;
  }
}
