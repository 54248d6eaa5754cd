import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { CredentialReader } from './credential-reader.js';
import type { TenantView } from './views.js';

/** How long the queued work of a suspended tenant waits until the next try. */
const RETRY_AFTER_MS = 60_000;

/** Whether nothing may be done in a tenant's name: it is suspended, or it was deleted. */
export const isSuspended = (tenant: TenantView | null): boolean => tenant === null || tenant.status === 'suspended';

/** The queued work of a suspended tenant waits until the tenant is active again; that of a deleted one is never done. */
@Injectable()
export class Suspension {
  constructor(private readonly credentials: CredentialReader) {}

  /** When to try the tenant's work again; undefined if it may run now. */
  async waitUntil(tenantId: TenantId): Promise<Date | undefined> {
    const tenant = await this.credentials.read('tenant', tenantId);
    return isSuspended(tenant) ? new Date(Date.now() + RETRY_AFTER_MS) : undefined;
  }
}

/** The reason that a waiting job shows. */
export const SUSPENDED_REASON = 'The account is suspended';
