import { Injectable } from '@nestjs/common';
import { TenantLoader } from '#libs/core/graphql';
import type { SiteDomain } from '#libs/sites/sites';
import { DomainsService } from '../../domains/domains.service.js';
import type { PlacedPage } from '../../pages/page-places.js';
import { PagesService } from '../../pages/pages.service.js';

/** Loads the domains and pages of redirects, each for all redirects of a list at once. */
@Injectable()
export class RedirectRelations {
  readonly domains: TenantLoader<string, SiteDomain>;
  readonly pages: TenantLoader<string, PlacedPage>;

  constructor(domains: DomainsService, pages: PagesService) {
    this.domains = new TenantLoader(
      (tenantId, ids) => domains.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.pages = new TenantLoader(
      (tenantId, ids) => pages.listByIds(tenantId, ids),
      ({ page }) => page.id,
    );
  }
}
