import { Injectable } from '@nestjs/common';
import { Database, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { receivedBytes } from '../emails/received-emails.sql.js';

/** Tells whether a tenant may have more received mail. */
@Injectable()
export class StorageRoom {
  constructor(
    private readonly database: Database,
    private readonly config: PlatformConfig,
  ) {}

  async isFull(tenantId: TenantId): Promise<boolean> {
    const used = await this.database.tenants([tenantId], (tx) => receivedBytes(tx, tenantId));
    return used >= this.config.inboundStorageBytes;
  }
}
