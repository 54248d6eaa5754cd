import { Injectable } from '@nestjs/common';
import { isAllowedOrigin, type Form } from '#libs/sites/forms';
import { type TenantId } from '#libs/core/persistence';
import { RuntimeConfig } from '../config.js';
import { SiteHosts } from '../sites/site-hosts.js';

/** Decides on which origins a form may be shown and sent. */
@Injectable()
export class AllowedOrigins {
  private readonly shared: string;

  constructor(
    private readonly hosts: SiteHosts,
    { runtimeUrl }: RuntimeConfig,
  ) {
    this.shared = new URL(runtimeUrl).origin;
  }

  /** Returns whether the form's own list has the origin; without a list, whether it is a verified host of the tenant or the shared host. */
  has({ tenantId, origins }: Form, origin: string): boolean {
    if (origins.length > 0) return isAllowedOrigin(origin, origins);
    if (origin === this.shared) return true;
    return this.hosts.listByTenant(tenantId as TenantId).some(({ host }) => origin === `https://${host}`);
  }
}
