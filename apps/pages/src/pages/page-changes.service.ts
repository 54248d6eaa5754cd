import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { isLegalSlug, isReservedSlug, PublishedPage } from '#libs/sites/sites';
import { requireMedia } from '../require-media.js';
import { RenderAgain } from '../published-pages/render-again.js';
import { PageAddresses } from './page-addresses.js';
import { auditPage } from './page-audit.js';
import { PagePlaces, type PlacedPage } from './page-places.js';
import { rejectingTaken, slugReserved } from './page-rejections.js';
import type { Page } from './page.entity.js';
import { PageRepository, type PageSeoColumns } from './page.repository.js';

/** Changes of a page beside its document. What visitors get follows at once, its bytes by a job. */
@Injectable()
export class PageChangesService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly places: PagePlaces,
    private readonly addresses: PageAddresses,
    private readonly renderAgain: RenderAgain,
  ) {}

  /**
   * Changes title and slug. A published page leaves a redirect at its old slug on the shared host.
   * @throws Problem NotFound, AlreadyExists for a slug in use, Unprocessable for a reserved one
   */
  async rename(tenantId: TenantId, id: string, changes: { title?: string; slug?: string }): Promise<PlacedPage> {
    const { slug: wanted } = changes;
    if (wanted !== undefined && isReservedSlug(wanted)) throw slugReserved();
    return rejectingTaken(
      this.database.tenant(tenantId, async (tx) => {
        const before = await this.pages.lockForUpdate(tx, tenantId, id);
        if (!before) throw new Problem('NotFound');
        const { title = before.title, slug = before.slug } = changes;
        // Who has it already keeps it.
        if (slug !== before.slug && isLegalSlug(slug)) throw slugReserved();
        const page = await this.pages.update(tx, before, { title, slug });
        const placed = await this.places.placeOne(tx, page);
        if (slug !== before.slug) await this.leaveSlug(tx, before, placed);
        if (page.publishedVersion !== null) {
          await tx.update(PublishedPage, { tenantId, pageId: id }, { title, slug });
          await this.renderAgain.page(tx, tenantId, id);
        }
        await auditPage(tx, 'changed', page, before);
        return placed;
      }),
    );
  }

  private async leaveSlug(tx: EntityManager, before: Page, { page, host }: PlacedPage): Promise<void> {
    const isPublished = page.publishedVersion !== null;
    if (page.domainId === null) {
      await this.addresses.claim(tx, page);
      if (isPublished) await this.addresses.redirect(tx, before, page, null);
    } else if (isPublished) {
      await this.addresses.redirectSlug(tx, before, page, host);
    }
  }

  /** @throws Problem NotFound */
  async writeSeo(tenantId: TenantId, id: string, seo: PageSeoColumns): Promise<PlacedPage> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.pages.lockForUpdate(tx, tenantId, id);
      if (!before) throw new Problem('NotFound');
      const picture = { id: seo.seoPictureId, before: before.seoPictureId, field: 'imagem_id' };
      await requireMedia(tx, tenantId, picture);
      const page = await this.pages.update(tx, before, seo);
      if (page.publishedVersion !== null) {
        const seen = { indexable: seo.indexable, language: seo.language };
        await tx.update(PublishedPage, { tenantId, pageId: id }, seen);
        await this.renderAgain.page(tx, tenantId, id);
      }
      return this.places.placeOne(tx, page);
    });
  }
}
