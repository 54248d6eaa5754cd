import { Injectable } from '@nestjs/common';
import { auditDifference, recordAudit } from '#libs/audit';
import { Database, type TenantId } from '#libs/persistence';
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

/** What holds for all pages of a tenant. */
@Injectable()
export class SiteSeoService {
  constructor(
    private readonly database: Database,
    private readonly settings: SiteSeoRepository,
  ) {}

  async get(tenantId: TenantId): Promise<SiteValues> {
    return this.database.tenant(tenantId, (tx) => this.settings.get(tx, tenantId));
  }

  async replace(tenantId: TenantId, values: SiteValues): Promise<SiteValues> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.settings.get(tx, tenantId);
      await this.settings.upsert(tx, tenantId, values);
      const difference = auditDifference(before, values, AUDITED);
      if (difference) {
        const object = { type: 'site', id: tenantId };
        await recordAudit(tx, { action: 'site.changed', object, tenantId, ...difference });
      }
      return values;
    });
  }
}
