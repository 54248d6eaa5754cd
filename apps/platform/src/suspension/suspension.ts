import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/auth';
import type { TenantId } from '#libs/persistence';

/** How long the queued work of a suspended tenant waits until the next try. */
const RETRY_AFTER_MS = 60_000;

/** The queued work of a suspended tenant waits until the tenant is active again. */
@Injectable()
export class Suspension {
  constructor(private readonly credentials: CredentialReader) {}

  /** When to try the tenant's work again; undefined if it may run now. */
  async waitUntil(tenantId: TenantId): Promise<Date | undefined> {
    const tenant = await this.credentials.read('tenant', tenantId);
    return tenant?.status === 'suspended' ? new Date(Date.now() + RETRY_AFTER_MS) : undefined;
  }
}

/** The reason that a waiting job shows. */
export const SUSPENDED_REASON = 'The account is suspended';
