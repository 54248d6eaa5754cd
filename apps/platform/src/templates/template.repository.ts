import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import {
  type BoundedCount,
  containing,
  countBounded,
  findPage,
  isId,
  type Page,
  type PageRequest,
  TenantRows,
  type TenantId,
} from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { Template } from './template.entity.js';

export type NewTemplate = Pick<Template, 'name' | 'alias' | 'channel' | 'subject' | 'html' | 'text'>;
export type TemplateChanges = Partial<Omit<NewTemplate, 'channel'>>;

const named = (tenantId: TenantId, text: string | undefined, channel?: Channel) => ({
  tenantId,
  ...(text && { name: containing(text) }),
  ...(channel && { channel }),
});

@Injectable()
export class TemplateRepository extends TenantRows<Template> {
  constructor() {
    super(Template, 'tpl');
  }

  /** A page of those whose name contains a text; of all without one. Of all channels without one. */
  async listNamed(
    tx: EntityManager,
    tenantId: TenantId,
    text: string | undefined,
    page: PageRequest,
    channel?: Channel,
  ): Promise<Page<Template>> {
    return findPage(tx, Template, 'tpl', named(tenantId, text, channel), page);
  }

  async countNamed(tx: EntityManager, tenantId: TenantId, text: string | undefined): Promise<BoundedCount> {
    return countBounded(tx.createQueryBuilder(Template, 'template').where(named(tenantId, text)));
  }

  async list(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Template[]> {
    return tx.findBy(Template, { tenantId, id: In(ids) });
  }

  /** Lists the templates with one of these ids or aliases. */
  async listNamedBy(tx: EntityManager, tenantId: TenantId, names: readonly string[]): Promise<Template[]> {
    const [ids, aliases] = [names.filter((name) => isId('tpl', name)), names.filter((name) => !isId('tpl', name))];
    if (aliases.length === 0) return this.list(tx, tenantId, ids);
    return tx.findBy(Template, [
      { tenantId, id: In(ids) },
      { tenantId, alias: In(aliases) },
    ]);
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | null> {
    return tx.findOne(Template, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }
}
