import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SigningKeyRepository } from '#libs/messaging/domains';
import type { TenantId } from '#libs/core/persistence';
import { DkimSigningKey } from './dkim-signing-key.entity.js';

/** The DKIM keys of mail domains. */
@Injectable()
export class DkimSigningKeyRepository extends SigningKeyRepository {
  constructor() {
    super(DkimSigningKey);
  }

  async deleteOfDomain(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<void> {
    await tx.delete(DkimSigningKey, { tenantId, domainId });
  }
}
