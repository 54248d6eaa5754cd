import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, newId, returned, TenantRows, type TenantId } from '#libs/core/persistence';
import { Topic } from './topic.entity.js';
import type { TopicValues } from './topic.js';

@Injectable()
export class TopicRepository extends TenantRows<Topic> {
  constructor() {
    super(Topic, 'top');
  }

  /** Null if another topic has the slug. */
  async insertUnlessTaken(tx: EntityManager, tenantId: TenantId, values: TopicValues): Promise<Topic | null> {
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(Topic)
      .values({ ...values, tenantId, id: newId('top') });
    const [topic] = returned(tx, Topic, await insert.orIgnore().returning('*').execute());
    return topic ?? null;
  }

  async findBySlug(tx: EntityManager, tenantId: TenantId, slug: string): Promise<Topic | null> {
    return tx.findOneBy(Topic, { tenantId, slug });
  }

  /** No other transaction counts them until this one ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'topics', tenantId);
    return this.count(tx, tenantId);
  }
}
