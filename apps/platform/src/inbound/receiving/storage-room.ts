import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { receivedBytes } from '../emails/received-emails.sql.js';

const KEPT_MS = 5_000;
const KEPT_MAX = 10_000;

/** Tells whether a tenant may have more received mail. A sum is kept for seconds, so that each recipient of a burst costs none. */
@Injectable()
export class StorageRoom {
  private readonly used = new LRUCache<TenantId, number>({
    max: KEPT_MAX,
    ttl: KEPT_MS,
    fetchMethod: (tenantId) => this.database.tenant(tenantId, (tx) => receivedBytes(tx, tenantId)),
  });

  constructor(
    private readonly database: Database,
    private readonly config: PlatformConfig,
  ) {}

  async isFull(tenantId: TenantId): Promise<boolean> {
    return ((await this.used.fetch(tenantId)) ?? 0) >= this.config.inboundStorageBytes;
  }

  /** To be told of what this process has stored: the next message counts it. */
  add(tenantId: TenantId, bytes: number): void {
    const used = this.used.get(tenantId);
    if (used !== undefined) this.used.set(tenantId, used + bytes, { noUpdateTTL: true });
  }
}
