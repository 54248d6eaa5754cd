import { Injectable } from '@nestjs/common';
import { Database, type TenantId } from '#libs/persistence';
import { UsageRepository, type Usage } from './usage.repository.js';

@Injectable()
export class UsageService {
  constructor(
    private readonly database: Database,
    private readonly usage: UsageRepository,
  ) {}

  /** What the tenant has used in the month of `now`, in UTC. */
  async get(tenantId: TenantId, now: Date): Promise<Usage> {
    return this.database.tenant(tenantId, (tx) => this.usage.find(tx, tenantId, now.toISOString().slice(0, 7)));
  }
}
