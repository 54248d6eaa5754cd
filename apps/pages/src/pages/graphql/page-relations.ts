import { Injectable } from '@nestjs/common';
import { TenantLoader } from '#libs/core/graphql';
import type { SiteDomain } from '#libs/sites/sites';
import { DomainsService } from '../../domains/domains.service.js';

/** Loads the domains of pages, for all pages of a list at once. */
@Injectable()
export class PageRelations {
  readonly domains: TenantLoader<string, SiteDomain>;

  constructor(domains: DomainsService) {
    this.domains = new TenantLoader(
      (tenantId, ids) => domains.listByIds(tenantId, ids),
      ({ id }) => id,
    );
  }
}
