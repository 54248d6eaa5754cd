import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CredentialReader, isSuspended as isViewSuspended } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';

/** How long an answer counts before it is asked again: a suspension takes effect within this time (milliseconds). */
const FRESH_MS = 10_000;
/** How long the first visitor of a tenant waits for the answer (milliseconds). */
const PATIENCE_MS = 1_000;
const MAX_TENANTS = 50_000;

interface Known {
  isSuspended: boolean;
  askedAt: number;
}

/**
 * Knows which tenants are suspended or deleted, by the credential view. Visitors do not wait for it: an answer that is no longer
 * fresh counts until the next one comes. While neither Redis nor identity answers, the last answer counts, and without one no tenant is
 * suspended: pages do not depend on identity.
 */
@Injectable()
export class SuspendedTenants {
  private readonly known = new LRUCache<TenantId, Known>({ max: MAX_TENANTS });
  private readonly asking = new Map<TenantId, Promise<boolean>>();

  constructor(private readonly credentials: CredentialReader) {}

  /** Undefined if nothing is known of the tenant yet. */
  peek(tenantId: TenantId): boolean | undefined {
    const known = this.known.get(tenantId);
    if (!known) return undefined;
    if (performance.now() - known.askedAt > FRESH_MS) void this.request(tenantId);
    return known.isSuspended;
  }

  async isSuspended(tenantId: TenantId): Promise<boolean> {
    return this.peek(tenantId) ?? this.requestBriefly(tenantId);
  }

  private async requestBriefly(tenantId: TenantId): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, false)));
    try {
      return await Promise.race([this.request(tenantId), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private request(tenantId: TenantId): Promise<boolean> {
    const running = this.asking.get(tenantId);
    if (running) return running;
    const asking = this.read(tenantId).finally(() => this.asking.delete(tenantId));
    this.asking.set(tenantId, asking);
    return asking;
  }

  private async read(tenantId: TenantId): Promise<boolean> {
    let isSuspended = this.known.peek(tenantId)?.isSuspended ?? false;
    try {
      isSuspended = isViewSuspended(await this.credentials.read('tenant', tenantId));
    } catch (error) {
      logger.warn('The state of a tenant is unknown; its pages are served as before', { tenantId, error });
    }
    this.known.set(tenantId, { isSuspended, askedAt: performance.now() });
    return isSuspended;
  }
}
