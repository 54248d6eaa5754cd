import { Injectable } from '@nestjs/common';
import { isAllowedOrigin, type Form } from '#libs/forms';
import { type TenantId } from '#libs/persistence';
import { RuntimeConfig } from '../config.js';
import { SiteHosts } from '../sites/site-hosts.js';

/** Which pages may show and send a form. */
@Injectable()
export class AllowedOrigins {
  private readonly shared: string;

  constructor(
    private readonly hosts: SiteHosts,
    { runtimeUrl }: RuntimeConfig,
  ) {
    this.shared = new URL(runtimeUrl).origin;
  }

  /** By the form's own list; without one, the verified hosts of its tenant and the shared host. */
  has({ tenantId, origins }: Form, origin: string): boolean {
    if (origins.length > 0) return isAllowedOrigin(origin, origins);
    if (origin === this.shared) return true;
    return this.hosts.listByTenant(tenantId as TenantId).some(({ host }) => origin === `https://${host}`);
  }
}
