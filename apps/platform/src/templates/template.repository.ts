import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { TenantRows, type TenantId } from '#libs/core/persistence';
import { Template } from './template.entity.js';

export type NewTemplate = Pick<Template, 'name' | 'channel' | 'subject' | 'html' | 'text'>;
export type TemplateChanges = Partial<Omit<NewTemplate, 'channel'>>;

@Injectable()
export class TemplateRepository extends TenantRows<Template> {
  constructor() {
    super(Template, 'tpl');
  }

  async list(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Template[]> {
    return tx.findBy(Template, { tenantId, id: In(ids) });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | null> {
    return tx.findOne(Template, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }
}
