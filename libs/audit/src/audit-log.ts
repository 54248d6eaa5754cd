import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence';
import type { AuditEntry } from './entry.js';
import { searchAudit, type AuditFilter } from './search.js';

/** The audit log of this app. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** Newest first. With a tenant, row-level security limits the search to it. */
  async search(filter: AuditFilter): Promise<AuditEntry[]> {
    const { tenantId } = filter;
    if (tenantId) return this.database.tenant(tenantId, (tx) => searchAudit(tx, filter));
    return this.database.system((tx) => searchAudit(tx, filter));
  }
}
