import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit, type AuditEvent } from '#libs/audit';
import { domainOf, parseMailbox } from '#libs/email';
import { isUuid, Problem, invalidField } from '#libs/http';
import { parseE164 } from '#libs/sms';
import { Database, type Page, type PageRequest, type TenantId } from '#libs/persistence';
import { parseSender } from '../sms/senders/sms-sender.js';
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

  /**
   * Suppresses an e-mail address or a number; a suppressed one keeps its entry.
   * @param sender the sender of texts for which a number is suppressed; all if absent
   * @throws Problem ValidationError for an invalid address or sender
   */
  async create(
    tenantId: TenantId,
    address: string,
    reason: SuppressionReason,
    sender?: string,
  ): Promise<{ entry: Suppression; isNew: boolean }> {
    const target = targetOf(address, sender);
    return this.database.tenant(tenantId, async (tx) => {
      const values = { ...target, reason, source: 'api' } as const;
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
        : this.suppressions.findByAddress(tx, tenantId, parseE164(name) ?? parseMailbox(name)?.address ?? name),
    );
  }

  /** Deletes an entry, so that the address gets messages again. @throws Problem NotFound */
  async delete(entry: Suppression): Promise<void> {
    await this.database.tenant(entry.tenantId, async (tx) => {
      if (!(await this.suppressions.delete(tx, entry))) throw new Problem('NotFound');
      await audit(tx, 'suppression.removed', entry, 'before');
    });
  }
}

/** A number or an e-mail address, and the sender for which it is suppressed. */
function targetOf(address: string, sender: string | undefined): { address: string; sender: string } {
  const number = parseE164(address);
  const target = number ?? parseMailbox(address)?.address;
  if (target === undefined) {
    throw invalidField('ValidationError', 'Address', 'must be an e-mail address, or a number in E.164');
  }
  if (sender === undefined) return { address: target, sender: '' };
  const parsed = number === null ? undefined : parseSender(sender);
  if (!parsed) throw invalidField('ValidationError', 'Sender', 'must be a sender of texts, and is for numbers alone');
  return { address: target, sender: parsed.value };
}

/** The audit entry has only the domain of the address, and nothing of a number: it outlives the suppression. */
async function audit(tx: EntityManager, action: string, entry: Suppression, side: 'before' | 'after'): Promise<void> {
  const isNumber = entry.address.startsWith('+') && !entry.address.includes('@');
  const target = isNumber ? { sender: entry.sender } : { domain: domainOf(entry.address) };
  const fields = { ...auditFields(entry, ['reason', 'source']), ...target };
  const event: AuditEvent = {
    action,
    object: { type: 'suppression', id: entry.id },
    tenantId: entry.tenantId,
    [side]: fields,
  };
  await recordAudit(tx, event);
}
