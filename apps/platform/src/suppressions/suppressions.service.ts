import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit, type AuditEvent } from '#libs/audit';
import { domainOf, parseMailbox } from '#libs/email';
import { Problem, refusedField } from '#libs/http';
import { Database, type TenantId } from '#libs/persistence';
import type { Suppression, SuppressionReason } from './suppression.js';
import { SuppressionRepository, type SuppressionPage } from './suppression.repository.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The addresses that an account sends nothing to, as the account itself sees and changes them. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionRepository,
  ) {}

  async list(
    tenantId: TenantId,
    filter: { text?: string; reason?: string },
    cursor: number | undefined,
    limit: number,
  ): Promise<SuppressionPage> {
    return this.database.tenant(tenantId, (tx) => this.suppressions.page(tx, tenantId, filter, cursor, limit));
  }

  /** Suppresses an address; one that is suppressed already stays as it is. @throws Problem ValidationError for what is none */
  async add(
    tenantId: TenantId,
    address: string,
    reason: SuppressionReason,
  ): Promise<{ entry: Suppression; added: boolean }> {
    const mailbox = parseMailbox(address);
    if (!mailbox) throw refusedField('ValidationError', 'Address', 'must be an e-mail address');
    return this.database.tenant(tenantId, async (tx) => {
      const given = { address: mailbox.address, reason, source: 'api' } as const;
      const result = await this.suppressions.add(tx, tenantId, given);
      if (result.added) await audit(tx, tenantId, 'suppression.added', result.entry, 'after');
      return result;
    });
  }

  /** @param name the id or the address of an entry. @throws Problem NotFound */
  async read(tenantId: TenantId, name: string): Promise<Suppression> {
    const entry = await this.database.tenant(tenantId, (tx) => this.find(tx, tenantId, name));
    if (!entry) throw new Problem('NotFound');
    return entry;
  }

  /** Removes an entry: the address can be sent to again. @throws Problem NotFound */
  async remove(tenantId: TenantId, name: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const entry = await this.find(tx, tenantId, name);
      if (!entry || !(await this.suppressions.remove(tx, tenantId, entry.id))) throw new Problem('NotFound');
      await audit(tx, tenantId, 'suppression.removed', entry, 'before');
    });
  }

  async exists(tenantId: TenantId, name: string): Promise<boolean> {
    return (await this.database.tenant(tenantId, (tx) => this.find(tx, tenantId, name))) !== undefined;
  }

  private async find(tx: EntityManager, tenantId: TenantId, name: string): Promise<Suppression | undefined> {
    return UUID.test(name)
      ? this.suppressions.find(tx, tenantId, name)
      : this.suppressions.ofAddress(tx, tenantId, parseMailbox(name)?.address ?? name);
  }
}

/** Of the address the domain alone: the log is kept for longer than anybody's address should be. */
async function audit(
  tx: EntityManager,
  tenantId: TenantId,
  action: string,
  entry: Suppression,
  side: 'before' | 'after',
): Promise<void> {
  const fields = { ...auditFields(entry, ['reason', 'source']), domain: domainOf(entry.address) };
  const event: AuditEvent = { action, object: { type: 'suppression', id: entry.id }, tenantId, [side]: fields };
  await recordAudit(tx, event);
}
