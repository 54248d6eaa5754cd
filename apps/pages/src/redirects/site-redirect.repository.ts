import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import {
  listKeysetPage,
  lockKey,
  newId,
  returned,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import { PublishedPage, SiteRedirect } from '#libs/sites/sites';

export type RedirectValues = Pick<SiteRedirect, 'domainId' | 'path' | 'target' | 'status'>;

/** The redirects of a tenant: those that users made, and those that moved pages left behind. */
@Injectable()
export class SiteRedirectRepository {
  /** Changes of a tenant's redirects wait for each other until the transaction ends. */
  async lockAll(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await lockKey(tx, 'site redirects', tenantId);
  }

  /** Violates site_redirect__path__uq if there is one at the address. */
  async insert(tx: EntityManager, tenantId: TenantId, values: RedirectValues): Promise<SiteRedirect> {
    const insert = tx.createQueryBuilder().insert().into(SiteRedirect);
    const result = await insert
      .values({ ...values, tenantId, id: newId('rdr') })
      .returning('*')
      .execute();
    return returned(tx, SiteRedirect, result)[0]!;
  }

  /** Counts the redirects that users made. */
  async countOwn(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(SiteRedirect, { tenantId, pageId: IsNull() });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    domainId: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<SiteRedirect>> {
    const where = { tenantId, ...(domainId !== undefined && { domainId }) };
    return listKeysetPage(tx.createQueryBuilder(SiteRedirect, 'redirect').where(where), ['id'], page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<SiteRedirect | null> {
    return tx.findOneBy(SiteRedirect, { tenantId, id });
  }

  async findAt(
    tx: EntityManager,
    tenantId: TenantId,
    domainId: string | null,
    path: string,
  ): Promise<SiteRedirect | null> {
    return tx.findOneBy(SiteRedirect, { tenantId, domainId: domainId ?? IsNull(), path });
  }

  async isPublishedAt(tx: EntityManager, tenantId: TenantId, domainId: string, path: string): Promise<boolean> {
    return tx.existsBy(PublishedPage, { tenantId, domainId, path });
  }

  /** Violates site_redirect__path__uq if there is another one at the address. It is the user's own from then on. */
  async update(tx: EntityManager, tenantId: TenantId, id: string, values: RedirectValues): Promise<void> {
    await tx.update(SiteRedirect, { tenantId, id }, { ...values, pageId: null });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(SiteRedirect, { tenantId, id });
  }
}
