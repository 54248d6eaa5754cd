import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CredentialReader, isSuspended } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';

/** How long an answer counts: a suspension takes effect within this time (milliseconds). */
const TTL_MS = 10_000;
const MAX_TENANTS = 10_000;

/**
 * Tells which tenants are suspended or deleted, for the links of their mail. An answer is kept for some seconds, so that most
 * redirects need not wait for one.
 */
@Injectable()
export class SuspendedSenders {
  private readonly known = new LRUCache<TenantId, boolean>({
    max: MAX_TENANTS,
    ttl: TTL_MS,
    fetchMethod: (tenantId) => this.read(tenantId),
  });

  constructor(private readonly credentials: CredentialReader) {}

  /** Undefined if it must be looked up. */
  peek(tenantId: TenantId): boolean | undefined {
    return this.known.get(tenantId);
  }

  /** Returns false, too, if neither the credential view nor identity answers. */
  async isSuspended(tenantId: TenantId): Promise<boolean> {
    return (await this.known.fetch(tenantId)) ?? false;
  }

  private async read(tenantId: TenantId): Promise<boolean> {
    try {
      return isSuspended(await this.credentials.read('tenant', tenantId));
    } catch (error) {
      logger.warn('The state of a tenant is unknown; its links are followed', { tenantId, error });
      return false;
    }
  }
}
