import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { SYSTEM_DATA_SOURCE, Database } from '#libs/persistence';
import type { AuditEntry } from './entry.js';
import { searchAudit, type AuditFilter } from './search.js';

/** The audit log of this app. */
@Injectable()
export class AuditLog {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly tenants: Database,
  ) {}

  /** Newest first. Where a tenant is named, the database's policies hold the search to it. */
  async search(filter: AuditFilter): Promise<AuditEntry[]> {
    const { tenantId } = filter;
    if (tenantId) return this.tenants.tenant(tenantId, (tx) => searchAudit(tx, filter));
    return searchAudit(this.system, filter);
  }
}
