import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, refusal } from '#libs/core/http';
import { Database, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { isLegalSlug, isReservedSlug, SiteRedirect } from '#libs/sites/sites';
import { PublishedPageRepository } from '../published-pages/published-page.repository.js';
import { PageVersionRepository } from './page-version.repository.js';
import { PageAddresses } from './page-addresses.js';
import { auditPage } from './page-audit.js';
import { PagePlaces, type PlacedPage } from './page-places.js';
import { domainNotVerified, isSlugTaken, rejectingTaken, slugReserved } from './page-rejections.js';
import type { Page } from './page.entity.js';
import { PageRepository, type NewPage, type PageFilter } from './page.repository.js';
import { slugOf, withSuffix } from './slugs.js';

export const MAX_PAGES = 5_000;
/** Deleted pages that a tenant may restore; older ones are erased. */
const KEPT_DELETED = 1_000;
const SLUG_ATTEMPTS = 5;

export interface PageDraftedFrom {
  title: string;
  /** Made from the title if absent. */
  slug?: string;
  /** The id or host of a verified domain. */
  domain?: string;
  document: object;
  seo?: Partial<NewPage>;
}

/** The pages of a tenant. */
@Injectable()
export class PagesService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly versions: PageVersionRepository,
    private readonly places: PagePlaces,
    private readonly addresses: PageAddresses,
    private readonly published: PublishedPageRepository,
  ) {}

  /**
   * A new page, whose first version is the document.
   * @throws Problem AlreadyExists for a slug in use, Conflict for a path in use or at the limit, Unprocessable for a
   * reserved slug or a domain that is not verified
   */
  async create(tenantId: TenantId, { slug, ...values }: PageDraftedFrom): Promise<PlacedPage> {
    if (slug !== undefined) {
      if (isReservedSlug(slug)) throw slugReserved();
      if (!isLegalSlug(slug)) return rejectingTaken(this.insert(tenantId, slug, values));
      // The path of its own domain, where it is nobody else's.
      if (values.domain === undefined) throw slugReserved();
      return rejectingTaken(this.insert(tenantId, withSuffix(slug), values, `/${slug}`));
    }
    const made = slugOf(values.title);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.insert(tenantId, attempt === 1 ? made : withSuffix(made), values);
      } catch (error) {
        if (!isSlugTaken(error) || attempt === SLUG_ATTEMPTS) return rejectingTaken(Promise.reject(error));
      }
    }
  }

  async listPage(tenantId: TenantId, filter: PageFilter, page: KeysetRequest): Promise<KeysetPage<PlacedPage>> {
    return this.database.tenant(tenantId, async (tx) => {
      const { items, ...rest } = await this.pages.listPage(tx, tenantId, filter, page);
      return { items: await this.places.place(tx, tenantId, items), ...rest };
    });
  }

  /** Ids without a page are left out, and those of deleted pages. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<PlacedPage[]> {
    return this.database.tenant(tenantId, async (tx) =>
      this.places.place(tx, tenantId, await this.pages.listByIds(tx, tenantId, ids)),
    );
  }

  async find(tenantId: TenantId, id: string): Promise<PlacedPage | null> {
    if (!isId('pag', id)) return null;
    return this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.find(tx, tenantId, id);
      return page && this.places.placeOne(tx, page);
    });
  }

  /** Whether the tenant has the page and it is not deleted. */
  async exists(tenantId: TenantId, id: string): Promise<boolean> {
    if (!isId('pag', id)) return false;
    return this.database.tenant(tenantId, async (tx) => (await this.pages.find(tx, tenantId, id)) !== null);
  }

  /** A page of its own with the newest version, the SEO texts and a title that says so. */
  async duplicate(tenantId: TenantId, id: string, given: { title?: string; slug?: string } = {}): Promise<PlacedPage> {
    const { page, document } = await this.database.tenant(tenantId, async (tx) => {
      const found = await this.pages.find(tx, tenantId, id);
      if (!found) throw new Problem('NotFound');
      const version = await this.versions.find(tx, tenantId, id, found.newestVersion);
      if (!version) throw new Problem('NotFound');
      return { page: found, document: version.document };
    });
    const { seoTitle, seoDescription, seoPictureId, indexable, language } = page;
    return this.create(tenantId, {
      title: given.title ?? `Cópia de ${page.title}`.slice(0, 200),
      slug: given.slug,
      document,
      seo: { seoTitle, seoDescription, seoPictureId, indexable, language },
    });
  }

  /** Takes the page off the runtime and lets go of its slug and path. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.lockForUpdate(tx, tenantId, id);
      if (!page) throw new Problem('NotFound');
      await this.published.delete(tx, page);
      await tx.delete(SiteRedirect, { tenantId, pageId: id });
      await this.pages.update(tx, page, { deletedAt: new Date(), publishedVersion: null, publishedAt: null });
      await this.pages.eraseDeletedBeyond(tx, tenantId, KEPT_DELETED);
      await auditPage(tx, 'deleted', page);
    });
  }

  /**
   * Brings a deleted page back, not published. Without its path if another page has it now.
   * @param slug in place of its own
   * @throws Problem NotFound, AlreadyExists for a slug in use, Conflict at the limit
   */
  async restore(tenantId: TenantId, id: string, slug?: string): Promise<PlacedPage> {
    if (!isId('pag', id)) throw new Problem('NotFound');
    if (slug !== undefined && (isReservedSlug(slug) || isLegalSlug(slug))) throw slugReserved();
    return rejectingTaken(
      this.database.tenant(tenantId, async (tx) => {
        const deleted = await this.pages.lockDeleted(tx, tenantId, id);
        if (!deleted) throw new Problem('NotFound');
        await this.requireRoom(tx, tenantId);
        const isFree = deleted.domainId === null || (await this.addresses.isFree(tx, deleted));
        const place = isFree ? {} : { domainId: null, path: null };
        const page = await this.pages.update(tx, deleted, { ...place, slug: slug ?? deleted.slug, deletedAt: null });
        await auditPage(tx, 'restored', page);
        return this.places.placeOne(tx, page);
      }),
    );
  }

  private async insert(
    tenantId: TenantId,
    slug: string,
    { title, domain, document, seo }: Omit<PageDraftedFrom, 'slug'>,
    path = `/${slug}`,
  ): Promise<PlacedPage> {
    return this.database.tenant(tenantId, async (tx) => {
      await this.requireRoom(tx, tenantId);
      const place = domain === undefined ? {} : await this.placeOn(tx, tenantId, domain, path);
      const page = await this.pages.insert(tx, tenantId, { ...seo, ...place, slug, title });
      await this.addresses.claim(tx, page);
      await this.versions.insert(tx, page, { number: 1, origin: 'saved', document });
      await auditPage(tx, 'created', page);
      return this.places.placeOne(tx, page);
    });
  }

  private async placeOn(tx: EntityManager, tenantId: TenantId, domain: string, path: string): Promise<Partial<Page>> {
    const found = await this.places.findVerified(tx, tenantId, domain);
    if (!found) throw domainNotVerified('dominio');
    return { domainId: found.id, path };
  }

  private async requireRoom(tx: EntityManager, tenantId: TenantId): Promise<void> {
    if ((await this.pages.count(tx, tenantId)) < MAX_PAGES) return;
    throw refusal('Conflict', { erro: `Uma conta tem no máximo ${MAX_PAGES} páginas.` });
  }
}
