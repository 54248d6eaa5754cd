import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit, type AuditEvent } from '#libs/audit';
import { domainOf, parseMailbox } from '#libs/email';
import { isUuid, Problem, refusedField } from '#libs/http';
import { Database, type Page, type PageRequest, type TenantId } from '#libs/persistence';
import type { Suppression } from './suppression.entity.js';
import type { SuppressionReason } from './suppression.js';
import { SuppressionRepository } from './suppression.repository.js';
import type { SuppressionFilter } from './suppression.sql.js';

/** The addresses that a tenant sends nothing to, as its users see and change them. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionRepository,
  ) {}

  async listPage(tenantId: TenantId, filter: SuppressionFilter, page: PageRequest): Promise<Page<Suppression>> {
    return this.database.tenant(tenantId, (tx) => this.suppressions.listPage(tx, tenantId, filter, page));
  }

  /** Suppresses an address; a suppressed one keeps its entry. @throws Problem ValidationError for an invalid address */
  async create(
    tenantId: TenantId,
    address: string,
    reason: SuppressionReason,
  ): Promise<{ entry: Suppression; isNew: boolean }> {
    const mailbox = parseMailbox(address);
    if (!mailbox) throw refusedField('ValidationError', 'Address', 'must be an e-mail address');
    return this.database.tenant(tenantId, async (tx) => {
      const values = { address: mailbox.address, reason, source: 'api' } as const;
      const result = await this.suppressions.insert(tx, tenantId, values);
      if (result.isNew) await audit(tx, 'suppression.added', result.entry, 'after');
      return result;
    });
  }

  /** @param name the id or the address of an entry */
  async find(tenantId: TenantId, name: string): Promise<Suppression | null> {
    return this.database.tenant(tenantId, (tx) =>
      isUuid(name)
        ? this.suppressions.find(tx, tenantId, name)
        : this.suppressions.findByAddress(tx, tenantId, parseMailbox(name)?.address ?? name),
    );
  }

  /** Deletes an entry, so that the address gets mail again. @throws Problem NotFound */
  async delete(entry: Suppression): Promise<void> {
    await this.database.tenant(entry.tenantId, async (tx) => {
      if (!(await this.suppressions.delete(tx, entry))) throw new Problem('NotFound');
      await audit(tx, 'suppression.removed', entry, 'before');
    });
  }
}

/** Of the address the entry has only the domain: it outlives the suppression. */
async function audit(tx: EntityManager, action: string, entry: Suppression, side: 'before' | 'after'): Promise<void> {
  const fields = { ...auditFields(entry, ['reason', 'source']), domain: domainOf(entry.address) };
  const event: AuditEvent = {
    action,
    object: { type: 'suppression', id: entry.id },
    tenantId: entry.tenantId,
    [side]: fields,
  };
  await recordAudit(tx, event);
}
