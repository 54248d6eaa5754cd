import type { DirectAnswer } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { safeTarget } from '../redirects/redirect.js';

/** A short link as it is stored. */
export interface StoredLink {
  linkTenantId: TenantId;
  linkId: string;
  linkTarget: string;
  linkStatus: number;
  linkActive: boolean;
  linkExpiresAt: Date | null;
}

/** A short link in memory. */
export class ServedLink {
  readonly kind = 'link';
  readonly bytes = 1_000;
  readonly tenantId: TenantId;
  readonly linkId: string;
  private readonly isActive: boolean;
  private readonly expiresAt: number;
  /** Null for a target that no link may have. */
  private readonly redirect: DirectAnswer | null;

  constructor(link: StoredLink) {
    this.tenantId = link.linkTenantId;
    this.linkId = link.linkId;
    this.isActive = link.linkActive;
    this.expiresAt = link.linkExpiresAt?.getTime() ?? Infinity;
    const location = safeTarget(link.linkTarget);
    // `no-store`, which every answer has, keeps browsers from following a permanent link past its count and its end.
    const headers = ['Location', location ?? '', 'X-Robots-Tag', 'noindex, nofollow'];
    this.redirect = location?.startsWith('http') ? { status: link.linkStatus, headers } : null;
  }

  /** The redirect, or why there is none. */
  answer(now = Date.now()): DirectAnswer | 'inactive' | 'expired' {
    if (!this.isActive || !this.redirect) return 'inactive';
    return now >= this.expiresAt ? 'expired' : this.redirect;
  }
}
