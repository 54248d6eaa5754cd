import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { findPage, newId, type Page, type PageRequest, type TenantId } from '#libs/persistence';
import { Template } from './template.entity.js';

export type NewTemplate = Pick<Template, 'name' | 'channel' | 'subject' | 'html' | 'text'>;
export type TemplateChanges = Partial<Omit<NewTemplate, 'channel'>>;

@Injectable()
export class TemplateRepository {
  async insert(tx: EntityManager, tenantId: TenantId, values: NewTemplate): Promise<Template> {
    const template = tx.create(Template, { ...values, tenantId, id: newId('tpl') });
    await tx.insert(Template, template);
    return template;
  }

  /** A page, newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: PageRequest): Promise<Page<Template>> {
    return findPage(tx, Template, 'tpl', { tenantId }, page);
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(Template, { tenantId });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | null> {
    return tx.findOneBy(Template, { tenantId, id });
  }

  async list(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Template[]> {
    return tx.findBy(Template, { tenantId, id: In(ids) });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | null> {
    return tx.findOne(Template, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: EntityManager, { tenantId, id }: Template, changes: TemplateChanges): Promise<Template> {
    await tx.update(Template, { tenantId, id }, changes);
    return tx.findOneByOrFail(Template, { tenantId, id });
  }

  async delete(tx: EntityManager, { tenantId, id }: Template): Promise<void> {
    await tx.delete(Template, { tenantId, id });
  }
}
