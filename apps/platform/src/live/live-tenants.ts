import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type LiveConnection, LiveListeners } from '#libs/core/live';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import { streamOf } from '../tenant-changes/tenant-stream.js';
import { TenantSource } from './tenant-source.js';

/** Connections at most in one process: of one user, and of one tenant. */
export const MAX_OF_USER = 20;
export const MAX_OF_TENANT = 200;

/** Connections of those who listen to tenants. */
@Injectable()
export class LiveTenants implements OnApplicationShutdown {
  private readonly listeners: LiveListeners;

  constructor({ redisUrl }: PlatformConfig) {
    this.listeners = new LiveListeners({
      redisUrl,
      maxOfPrincipal: MAX_OF_USER,
      maxOfSubject: MAX_OF_TENANT,
      gauge: { name: 'platform_listeners', help: 'Connections that listen to the changes of a tenant' },
    });
  }

  /** Takes a place for a connection. Returns what gives it back. @throws Problem Throttling if there is none left */
  reserve(userId: string, tenantId: TenantId): () => void {
    return this.listeners.reserve(userId, tenantId);
  }

  /** Has a connection be told of a tenant until it is closed. */
  connect(tenantId: TenantId, connection: LiveConnection): void {
    this.listeners.connect(streamOf(tenantId), () => new TenantSource(tenantId), connection);
  }

  /** Runs the work of each interval for all tenants at once. */
  async beat(): Promise<void> {
    await this.listeners.beat();
  }

  onApplicationShutdown(): void {
    this.listeners.close();
  }
}
