import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';

/** Knows which tenants have the CRM, so that nothing is sent there of the others. */
@Injectable()
export class CrmTenants {
  /** Whether the installation has the CRM at all. */
  readonly isUsed: boolean;

  constructor(
    private readonly credentials: CredentialReader,
    config: PlatformConfig,
  ) {
    this.isUsed = config.crmUrl !== undefined;
  }

  /** Returns true if it cannot be known: the CRM ignores what it does not know. */
  async has(tenantId: TenantId): Promise<boolean> {
    if (!this.isUsed) return false;
    try {
      const tenant = await this.credentials.read('tenant', tenantId);
      return tenant === null || tenant.products.includes('crm');
    } catch (error) {
      logger.debug('The products of a tenant could not be read', { error });
      return true;
    }
  }
}
