import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { afterCommit, Database, type TenantId } from '#libs/core/persistence';
import { DkimSigningKeyRepository } from './signing-keys/dkim-signing-key.repository.js';
import { DomainCaches } from './domain-caches.js';
import { DomainMailboxes } from './domain-mailboxes.js';
import { unknownMailbox } from './domain-problems.js';
import type { KeyedMailDomain } from './mail-domain.js';
import { type DomainSettings, MailDomainRepository } from './mail-domain.repository.js';

/** Settings of mail to addresses of a domain that no mailbox has. */
@Injectable()
export class DomainSettingsService {
  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly keys: DkimSigningKeyRepository,
    private readonly caches: DomainCaches,
    private readonly mailboxes: DomainMailboxes,
  ) {}

  /** Gives such mail to a mailbox; null rejects it. @throws Problem NotFound; ValidationError for an unknown mailbox */
  async setCatchAll(tenantId: TenantId, id: string, mailboxId: string | null): Promise<KeyedMailDomain> {
    return this.database.tenant(tenantId, async (tx) => {
      // Its removal waits for this transaction, and then finds that the domain uses it.
      if (mailboxId !== null && !(await this.mailboxes.lockLive(tx, tenantId, mailboxId))) throw unknownMailbox();
      return this.change(tx, tenantId, id, { catchAllMailboxId: mailboxId });
    });
  }

  /** Has such mail make a mailbox. @throws Problem NotFound */
  async setAutocreate(tenantId: TenantId, id: string, enabled: boolean): Promise<KeyedMailDomain> {
    return this.database.tenant(tenantId, (tx) => this.change(tx, tenantId, id, { createsMailboxes: enabled }));
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
