import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { type AnnouncedLeads, Form } from '#libs/sites/forms';
import {
  listKeysetPage,
  newId,
  returned,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';

export type FormValues = Omit<Form, 'tenantId' | 'id' | 'announced' | 'createdAt' | 'updatedAt' | 'deletedAt'>;

/** The forms of a tenant that are not deleted. */
@Injectable()
export class FormRepository {
  async insert(tx: EntityManager, tenantId: TenantId, values: FormValues): Promise<Form> {
    const form = { ...values, tenantId, id: newId('frm') };
    const result = await tx.createQueryBuilder().insert().into(Form).values(form).returning('*').execute();
    return returned(tx, Form, result)[0]!;
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(Form, { tenantId, deletedAt: IsNull() });
  }

  /** A page, newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    externalId: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<Form>> {
    const query = tx
      .createQueryBuilder(Form, 'form')
      .where('form.tenantId = :tenantId and form.deletedAt is null', { tenantId });
    if (externalId !== undefined) query.andWhere('form.externalId = :externalId', { externalId });
    return listKeysetPage(query, ['id'], page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Form | null> {
    return tx.findOneBy(Form, { tenantId, id, deletedAt: IsNull() });
  }

  /** Also those that are deleted, which leads still name; ids without a form are left out. */
  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Form[]> {
    return tx.findBy(Form, { tenantId, id: In([...ids]) });
  }

  async findByExternalId(tx: EntityManager, tenantId: TenantId, externalId: string): Promise<Form | null> {
    return tx.findOneBy(Form, { tenantId, externalId, deletedAt: IsNull() });
  }

  /** Returns null if the form is deleted. */
  async update(tx: EntityManager, tenantId: TenantId, id: string, values: FormValues): Promise<Form | null> {
    const { affected } = await tx.update(Form, { tenantId, id, deletedAt: IsNull() }, values);
    return affected ? this.find(tx, tenantId, id) : null;
  }

  /** Returns whether it was there. */
  async updateAnnounced(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    announced: AnnouncedLeads,
  ): Promise<boolean> {
    const { affected } = await tx.update(Form, { tenantId, id, deletedAt: IsNull() }, { announced });
    return affected === 1;
  }

  /** Returns whether it was there. */
  async softDelete(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const { affected } = await tx.update(Form, { tenantId, id, deletedAt: IsNull() }, { deletedAt: new Date() });
    return affected === 1;
  }
}
