import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  isId,
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  lockKey,
  newId,
  type TenantId,
} from '#libs/core/persistence';
import { Pixel, PixelConversion, PixelDomain } from '#libs/sites/traffic';

export type PixelValues = Pick<Pixel, 'name' | 'active'>;
export type ConversionValues = Pick<PixelConversion, 'name' | 'kind' | 'value'>;

@Injectable()
export class PixelRepository {
  /** How many pixels the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'pixels', tenantId);
    return tx.countBy(Pixel, { tenantId });
  }

  /** Violates pixel__name__uq if the name is taken. */
  async insert(tx: EntityManager, tenantId: TenantId, values: PixelValues): Promise<Pixel> {
    const pixel = { tenantId, id: newId('pxl'), ...values };
    await tx.insert(Pixel, pixel);
    return tx.findOneByOrFail(Pixel, { tenantId, id: pixel.id });
  }

  /** Newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<Pixel>> {
    return listKeysetPage(tx.createQueryBuilder(Pixel, 'pixel').where({ tenantId }), ['id'], page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Pixel | null> {
    return tx.findOneBy(Pixel, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Pixel | null> {
    return tx.findOne(Pixel, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: EntityManager, tenantId: TenantId, id: string, changes: Partial<PixelValues>): Promise<void> {
    await tx.update(Pixel, { tenantId, id }, changes);
  }

  /** Its domains and conversions go with it. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(Pixel, { tenantId, id });
  }

  async listDomains(tx: EntityManager, tenantId: TenantId, pixelId: string): Promise<PixelDomain[]> {
    return tx.find(PixelDomain, { where: { tenantId, pixelId }, order: { id: 'asc' } });
  }

  async insertDomain(tx: EntityManager, tenantId: TenantId, pixelId: string, domain: string): Promise<PixelDomain> {
    const id = newId('pdm');
    await tx.insert(PixelDomain, { tenantId, id, pixelId, domain });
    return tx.findOneByOrFail(PixelDomain, { tenantId, id });
  }

  /** Returns false if the pixel has no such domain. */
  async deleteDomain(tx: EntityManager, tenantId: TenantId, pixelId: string, id: string): Promise<boolean> {
    return isId('pdm', id) && ((await tx.delete(PixelDomain, { tenantId, pixelId, id })).affected ?? 0) > 0;
  }

  async listConversions(tx: EntityManager, tenantId: TenantId, pixelId: string): Promise<PixelConversion[]> {
    return tx.find(PixelConversion, { where: { tenantId, pixelId }, order: { id: 'asc' } });
  }

  async insertConversion(
    tx: EntityManager,
    tenantId: TenantId,
    pixelId: string,
    values: ConversionValues,
  ): Promise<PixelConversion> {
    const id = newId('pcv');
    await tx.insert(PixelConversion, { tenantId, id, pixelId, ...values });
    return tx.findOneByOrFail(PixelConversion, { tenantId, id });
  }

  /** Returns false if the pixel has no such conversion. */
  async deleteConversion(tx: EntityManager, tenantId: TenantId, pixelId: string, id: string): Promise<boolean> {
    return isId('pcv', id) && ((await tx.delete(PixelConversion, { tenantId, pixelId, id })).affected ?? 0) > 0;
  }
}
