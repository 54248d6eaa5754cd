import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { isId, lockKey, newId, returned, TenantRows, type TenantId } from '#libs/core/persistence';
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

  /** @param names ids and slugs */
  async listByNames(tx: EntityManager, tenantId: TenantId, names: readonly string[]): Promise<Topic[]> {
    const ids = names.filter((name) => isId('top', name));
    const slugs = names.filter((name) => !isId('top', name));
    return tx.findBy(Topic, [
      { tenantId, id: In(ids) },
      { tenantId, slug: In(slugs) },
    ]);
  }

  /** No other transaction counts them until this one ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'topics', tenantId);
    return this.count(tx, tenantId);
  }
}
