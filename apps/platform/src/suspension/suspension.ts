import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/auth';
import type { TenantId } from '#libs/persistence';

/** How often the queued work of a suspended tenant is looked at again. */
const LOOK_AGAIN_MS = 60_000;

/** Work of a suspended tenant waits, and goes on when the tenant is active again. */
@Injectable()
export class Suspension {
  constructor(private readonly credentials: CredentialReader) {}

  /** When to look at the tenant's work again, or undefined when it may be done now. */
  async waitUntil(tenantId: TenantId): Promise<Date | undefined> {
    const tenant = await this.credentials.read('tenant', tenantId);
    return tenant?.status === 'suspended' ? new Date(Date.now() + LOOK_AGAIN_MS) : undefined;
  }
}

/** What a job that waits says of itself. */
export const SUSPENDED_REASON = 'The account is suspended';
