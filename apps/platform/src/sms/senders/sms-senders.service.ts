import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { afterCommit, Database, isId, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import { parseSender } from '#libs/messaging/sms';
import { SmsPolicyCache } from '../policy/sms-policy-cache.js';
import { auditSender } from './sender-audit.js';
import { alreadyConfirmed, MAX_SENDERS, notASender, rejectingTaken, tooManySenders } from './sender-problems.js';
import type { SenderConfirmation, SenderState } from './sms-sender.js';
import type { SmsSender } from './sms-sender.entity.js';
import { SmsSenderRepository } from './sms-sender.repository.js';

/** The numbers and names that the texts of tenants come from. */
@Injectable()
export class SmsSendersService {
  constructor(
    private readonly database: Database,
    private readonly senders: SmsSenderRepository,
    private readonly policies: SmsPolicyCache,
  ) {}

  /** @throws Problem InvalidParameter, AlreadyExists, Conflict at the limit */
  async create(tenantId: TenantId, text: string, isDefault: boolean): Promise<SmsSender> {
    const sender = parseSender(text);
    if (!sender) throw notASender('Value');
    return this.change(tenantId, async (tx) => {
      const created = await this.senders.insert(tx, tenantId, { ...sender, isDefault }, MAX_SENDERS);
      if (!created) throw tooManySenders();
      await auditSender(tx, 'sms-sender.added', created);
      return created;
    });
  }

  async listPage(tenantId: TenantId, page: PageRequest): Promise<Page<SmsSender>> {
    return this.database.tenant(tenantId, (tx) => this.senders.listPage(tx, tenantId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<SmsSender | null> {
    if (!isId('snd', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.senders.find(tx, tenantId, id));
  }

  /** @throws Problem NotFound */
  async updateDefault(tenantId: TenantId, id: string, isDefault: boolean): Promise<SmsSender> {
    return this.change(tenantId, async (tx) => {
      const sender = await this.lockForUpdate(tx, tenantId, id);
      if (sender.isDefault === isDefault) return sender;
      const updated = await this.senders.update(tx, sender, { isDefault });
      await auditSender(tx, 'sms-sender.changed', updated);
      return updated;
    });
  }

  /** Removes a sender. Texts that were accepted from it are still sent. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.change(tenantId, async (tx) => {
      const sender = await this.lockForUpdate(tx, tenantId, id);
      await this.senders.delete(tx, sender);
      await auditSender(tx, 'sms-sender.removed', sender);
    });
  }

  /** Lists the senders of all tenants, for operators. */
  async listPageOfAllTenants(state: SenderState | undefined, page: PageRequest): Promise<Page<SmsSender>> {
    return this.database.system((tx) => this.senders.listPageOfAllTenants(tx, state, page));
  }

  /** One of any tenant, for operators. */
  async findOfAnyTenant(id: string): Promise<SmsSender | null> {
    return isId('snd', id) ? this.database.system((tx) => this.senders.findOfAnyTenant(tx, id)) : null;
  }

  /** @throws Problem NotFound, Conflict if it is confirmed, AlreadyExists if another tenant has the number */
  async confirmByOperator({ tenantId, id }: SmsSender): Promise<SmsSender> {
    return this.change(tenantId, async (tx) => {
      const sender = await this.lockForUpdate(tx, tenantId, id);
      if (sender.confirmedAt) throw alreadyConfirmed();
      return this.confirm(tx, sender, 'operator');
    });
  }

  /** Confirms a locked sender, which loses its code. Call it in {@link change}. */
  async confirm(tx: EntityManager, sender: SmsSender, confirmedBy: SenderConfirmation): Promise<SmsSender> {
    const changes = { confirmedAt: new Date(), confirmedBy, code: null, codeExpiresAt: null, codeTries: 0 };
    const confirmed = await this.senders.update(tx, sender, changes);
    await auditSender(tx, 'sms-sender.confirmed', confirmed);
    return confirmed;
  }

  /** Runs a change of a tenant's senders, which applies in this process when it is committed. */
  async change<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return rejectingTaken(
      this.database.tenant(tenantId, (tx) => {
        afterCommit(tx, () => this.policies.forget(tenantId));
        return work(tx);
      }),
    );
  }

  /** @throws Problem NotFound */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<SmsSender> {
    const sender = await this.senders.lockForUpdate(tx, tenantId, id);
    if (!sender) throw new Problem('NotFound');
    return sender;
  }
}
