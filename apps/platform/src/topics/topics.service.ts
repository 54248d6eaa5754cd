import { Injectable } from '@nestjs/common';
import { auditFields, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import type { EntityManager } from 'typeorm';
import { slugOf } from '../lists/slug.js';
import type { Topic } from './topic.entity.js';
import { MAX_TOPICS, type TopicValues } from './topic.js';
import { TopicRepository } from './topic.repository.js';

export type NewTopic = Omit<TopicValues, 'slug'> & { slug?: string };

/** The topics that a tenant's messages are of. */
@Injectable()
export class TopicsService {
  constructor(
    private readonly database: Database,
    private readonly topics: TopicRepository,
  ) {}

  async listPage(tenantId: TenantId, page: PageRequest): Promise<Page<Topic>> {
    return this.database.tenant(tenantId, (tx) => this.topics.listPage(tx, tenantId, page));
  }

  /** @param name the id or the slug */
  async find(tenantId: TenantId, name: string): Promise<Topic | null> {
    return this.database.tenant(tenantId, (tx) =>
      isId('top', name) ? this.topics.find(tx, tenantId, name) : this.topics.findBySlug(tx, tenantId, name),
    );
  }

  /** The topics with these ids or slugs, in one query; one that does not exist is left out. */
  async listByNames(tenantId: TenantId, names: readonly string[]): Promise<Topic[]> {
    if (names.length === 0) return [];
    return this.database.tenant(tenantId, (tx) => this.topics.listByNames(tx, tenantId, names));
  }

  /** @throws Problem Conflict if a topic has the slug; PlanLimitExceeded */
  async create(tenantId: TenantId, { slug, ...values }: NewTopic): Promise<Topic> {
    return this.database.tenant(tenantId, async (tx) => {
      if ((await this.topics.lockAndCount(tx, tenantId)) >= MAX_TOPICS) throw tooMany();
      const topic = await this.topics.insertUnlessTaken(tx, tenantId, { ...values, slug: slug ?? slugOf(values.name) });
      if (!topic) throw new Problem('Conflict', { message: 'A topic has this Slug' });
      await audit(tx, 'topic.added', null, topic);
      return topic;
    });
  }

  /** @throws Problem NotFound */
  async update(topic: Topic, changes: Partial<Omit<TopicValues, 'slug'>>): Promise<Topic> {
    return this.database.tenant(topic.tenantId, async (tx) => {
      const changed = await this.topics.update(tx, topic, changes);
      if (!changed) throw new Problem('NotFound');
      await audit(tx, 'topic.changed', topic, changed);
      return changed;
    });
  }

  /** Deletes a topic; what is suppressed for it stays listed. @throws Problem NotFound */
  async delete(topic: Topic): Promise<void> {
    await this.database.tenant(topic.tenantId, async (tx) => {
      if (!(await this.topics.delete(tx, topic))) throw new Problem('NotFound');
      await audit(tx, 'topic.removed', topic, null);
    });
  }
}

const tooMany = (): Problem =>
  new Problem('PlanLimitExceeded', { message: `An account has at most ${MAX_TOPICS} topics` });

function audit(tx: EntityManager, action: string, before: Topic | null, after: Topic | null): Promise<void> {
  const { id, tenantId } = (after ?? before) as Topic;
  const fields = (topic: Topic | null) => topic && auditFields(topic, ['name', 'slug', 'transactional']);
  return recordAudit(tx, {
    action,
    object: { type: 'topic', id },
    tenantId,
    ...(before && { before: fields(before) ?? undefined }),
    ...(after && { after: fields(after) ?? undefined }),
  });
}
