import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { auditDifference, recordAudit } from '#libs/audit';
import { Problem } from '#libs/http';
import { afterCommit, Database, type TenantId } from '#libs/persistence';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { DkimSigningKeyRepository } from './dkim-signing-key.repository.js';
import { DomainCaches } from './domain-caches.js';
import { unknownMailbox } from './domain-problems.js';
import type { KeyedMailDomain } from './mail-domain.js';
import { type DomainSettings, MailDomainRepository } from './mail-domain.repository.js';

/** What happens with mail to addresses of a domain that no mailbox has. */
@Injectable()
export class DomainSettingsService {
  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly keys: DkimSigningKeyRepository,
    private readonly caches: DomainCaches,
  ) {}

  /** Gives such mail to a mailbox; null rejects it. @throws Problem NotFound; ValidationError for an unknown mailbox */
  async setCatchAll(tenantId: TenantId, id: string, mailboxId: string | null): Promise<KeyedMailDomain> {
    return this.database.tenant(tenantId, async (tx) => {
      if (mailboxId !== null) await this.requireLive(tx, tenantId, mailboxId);
      return this.change(tx, tenantId, id, { catchAllMailboxId: mailboxId });
    });
  }

  /** Has such mail make a mailbox. @throws Problem NotFound */
  async setAutocreate(tenantId: TenantId, id: string, enabled: boolean): Promise<KeyedMailDomain> {
    return this.database.tenant(tenantId, (tx) => this.change(tx, tenantId, id, { createsMailboxes: enabled }));
  }

  /** Its removal waits for the transaction, and then finds that the domain uses it. */
  private async requireLive(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    const where = { tenantId, id, removedAt: IsNull() };
    if (!(await tx.findOne(Mailbox, { where, lock: { mode: 'pessimistic_read' } }))) throw unknownMailbox();
  }

  private async change(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    settings: DomainSettings,
  ): Promise<KeyedMailDomain> {
    const domain = await this.domains.lockForUpdate(tx, tenantId, id);
    if (!domain) throw new Problem('NotFound');
    const changed = { ...domain, ...settings };
    const difference = auditDifference(domain, changed, ['catchAllMailboxId', 'createsMailboxes']);
    if (difference) {
      await this.domains.updateSettings(tx, domain, settings);
      await recordAudit(tx, { action: 'domain.changed', object: { type: 'domain', id }, tenantId, ...difference });
      afterCommit(tx, () => this.caches.forget(domain));
    }
    return this.keys.withKeys(tx, tenantId, changed);
  }
}
