import { Injectable } from '@nestjs/common';
import { Brackets, In, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import {
  escapeLike,
  listKeysetPage,
  newId,
  rowsByKeys,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import { SiteDomain } from '#libs/sites/sites';
import { Page } from './page.entity.js';

export type PageStatus = 'rascunho' | 'publicada' | 'apagada';

export interface PageFilter {
  /** Part of a title or slug. */
  q?: string;
  /** Default: every page that is not deleted. */
  status?: PageStatus;
  /** The id of a domain, or its host. */
  domain?: string;
}

export type NewPage = Pick<Page, 'slug' | 'title'> & Partial<Pick<Page, keyof PagePlace | keyof PageSeoColumns>>;
export type PagePlace = Pick<Page, 'domainId' | 'path'>;
export type PageSeoColumns = Pick<
  Page,
  'seoTitle' | 'seoDescription' | 'seoPictureId' | 'canonicalUrl' | 'indexable' | 'language'
>;

const BY_IDS = rowsByKeys('page', { id: 'cast(:ids as text[])' }, { tenant: ':tenantId', as: 'page' });

@Injectable()
export class PageRepository {
  async insert(tx: EntityManager, tenantId: TenantId, values: NewPage): Promise<Page> {
    const page = tx.create(Page, {
      domainId: null,
      path: null,
      seoTitle: null,
      seoDescription: null,
      seoPictureId: null,
      canonicalUrl: null,
      indexable: true,
      language: 'pt-BR',
      ...values,
      newestVersion: 1,
      lastNumber: 1,
      publishedVersion: null,
      publishedAt: null,
      draftRevision: 0,
      draftIsNewer: false,
      deletedAt: null,
      tenantId,
      id: newId('pag'),
    });
    await tx.insert(Page, page);
    return page;
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(Page, { tenantId, deletedAt: IsNull() });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Page | null> {
    return tx.findOneBy(Page, { tenantId, id, deletedAt: IsNull() });
  }

  async findByIdOrSlug(tx: EntityManager, tenantId: TenantId, idOrSlug: string): Promise<Page | null> {
    const deletedAt = IsNull();
    return tx.findOneBy(Page, [
      { tenantId, id: idOrSlug, deletedAt },
      { tenantId, slug: idOrSlug, deletedAt },
    ]);
  }

  /** Unknown and deleted pages are left out. */
  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Page[]> {
    const query = tx.createQueryBuilder(Page, 'page').where(BY_IDS, { tenantId, ids });
    return query.andWhere({ deletedAt: IsNull() }).getMany();
  }

  /** The row as it is now. */
  async get(tx: EntityManager, { tenantId, id }: Page): Promise<Page> {
    return tx.findOneByOrFail(Page, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Page | null> {
    return tx.findOne(Page, {
      where: { tenantId, id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async lockDeleted(tx: EntityManager, tenantId: TenantId, id: string): Promise<Page | null> {
    return tx.findOne(Page, {
      where: { tenantId, id, deletedAt: Not(IsNull()) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async update(tx: EntityManager, page: Page, changes: Partial<Page>): Promise<Page> {
    await tx.update(Page, { tenantId: page.tenantId, id: page.id }, changes);
    return this.get(tx, page);
  }

  /** Pages that match the filter, newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    { q, status, domain }: PageFilter,
    page: KeysetRequest,
  ): Promise<KeysetPage<Page>> {
    const query = tx.createQueryBuilder(Page, 'page').where('page.tenantId = :tenantId', { tenantId });
    query.andWhere(status === 'apagada' ? 'page.deletedAt is not null' : 'page.deletedAt is null');
    if (status === 'publicada') query.andWhere('page.publishedVersion is not null');
    if (status === 'rascunho') query.andWhere('page.publishedVersion is null');
    if (q) {
      const like = `%${escapeLike(q)}%`;
      query.andWhere(
        new Brackets((any) => any.where('page.title ilike :like', { like }).orWhere('page.slug ilike :like', { like })),
      );
    }
    if (domain) {
      const ofDomain = tx
        .createQueryBuilder(SiteDomain, 'domain')
        .select('domain.id')
        .where('domain.tenantId = :tenantId and (domain.id = :domain or domain.host = lower(:domain))');
      query.andWhere(`page.domainId in (${ofDomain.getQuery()})`, { domain });
    }
    return listKeysetPage(query, ['id'], page);
  }

  /** The oldest deleted pages beyond `kept`; the rows that hang on them go with them. */
  async eraseDeletedBeyond(tx: EntityManager, tenantId: TenantId, kept: number): Promise<void> {
    const surplus = await tx.find(Page, {
      select: { id: true },
      where: { tenantId, deletedAt: Not(IsNull()) },
      order: { deletedAt: 'DESC' },
      skip: kept,
      take: 100,
    });
    if (surplus.length === 0) return;
    await tx.delete(Page, { tenantId, id: In(surplus.map(({ id }) => id)) });
  }

  /** Erases the pages of all tenants that were deleted before; takes the system role. */
  async eraseDeletedBefore(tx: EntityManager, time: Date): Promise<void> {
    await tx.delete(Page, { deletedAt: LessThan(time) });
  }
}
