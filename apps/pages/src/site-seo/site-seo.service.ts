import { refusal } from '#libs/core/http';
import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { Database, type TenantId } from '#libs/core/persistence';
import { requireMedia } from '../require-media.js';
import { Page } from '../pages/page.entity.js';
import { RenderAgain } from '../published-pages/render-again.js';
import { SiteSeoRepository, type SiteValues } from './site-seo.repository.js';

const AUDITED = [
  'title',
  'description',
  'language',
  'faviconId',
  'indexable',
  'notFoundTitle',
  'notFoundText',
  'notFoundPageId',
  'robotsLines',
] as const;

/** Values that the bytes of pages contain: a change renders published pages again. */
const SHOWN = ['title', 'description', 'faviconId'] as const;

/** Manages the settings that hold for all pages of a tenant. */
@Injectable()
export class SiteSeoService {
  constructor(
    private readonly database: Database,
    private readonly settings: SiteSeoRepository,
    private readonly renderAgain: RenderAgain,
  ) {}

  async get(tenantId: TenantId): Promise<SiteValues> {
    return this.database.tenant(tenantId, (tx) => this.settings.get(tx, tenantId));
  }

  /**
   * Published pages are rendered again if something changes that they may show.
   * @throws Problem Unprocessable if the 404 page or the icon is none of the tenant's
   */
  async replace(tenantId: TenantId, values: SiteValues): Promise<SiteValues> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.settings.get(tx, tenantId);
      if (values.notFoundPageId !== before.notFoundPageId) await requirePage(tx, tenantId, values.notFoundPageId);
      await requireMedia(tx, tenantId, { id: values.faviconId, before: before.faviconId, field: 'favicon_id' });
      await this.settings.upsert(tx, tenantId, values);
      if (SHOWN.some((name) => values[name] !== before[name]))
        await this.renderAgain.outdated(tx, tenantId, { brand: true });
      const difference = auditDifference(before, values, AUDITED);
      if (difference) {
        const object = { type: 'site', id: tenantId };
        await recordAudit(tx, { action: 'site.changed', object, tenantId, ...difference });
      }
      return values;
    });
  }
}

async function requirePage(tx: EntityManager, tenantId: TenantId, id: string | null): Promise<void> {
  if (id === null || (await tx.existsBy(Page, { tenantId, id, deletedAt: IsNull() }))) return;
  throw refusal('Unprocessable', { erro: 'A página 404 não existe.', campo: 'pagina_404.pagina_id' });
}
