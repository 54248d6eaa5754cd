import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CredentialReader } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';

const FRESH_MS = 60_000;
const MAX_TENANTS = 50_000;

/** Knows the plans of tenants, by the credential view. While it cannot be read, no limit of a plan holds. */
@Injectable()
export class ReplayPlans {
  private readonly known = new LRUCache<TenantId, { plan: string | null }>({ max: MAX_TENANTS, ttl: FRESH_MS });

  constructor(private readonly credentials: CredentialReader) {}

  /** Null for a tenant without a plan. */
  async find(tenantId: TenantId): Promise<string | null> {
    const known = this.known.get(tenantId);
    if (known) return known.plan;
    try {
      const view = await this.credentials.read('tenant', tenantId);
      const plan = view?.plan || null;
      this.known.set(tenantId, { plan });
      return plan;
    } catch (error) {
      logger.warn('The plan of a tenant is unknown; its recordings are taken', { tenantId, error });
      return null;
    }
  }
}
