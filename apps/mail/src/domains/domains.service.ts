import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import {
  DomainChecker,
  FIRST_KEY_CHECK_MS,
  KEY_TYPES,
  KeyMaker,
  type NewSigningKey,
  type PublishedKey,
  rotatableTypes,
  toDomainName,
} from '#libs/messaging/domains';
import type { DkimKeyType } from '#libs/mail/email';
import { isUuid, Problem } from '#libs/core/http';
import { afterCommit, Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { DkimSigningKeyRepository } from './signing-keys/dkim-signing-key.repository.js';
import { DomainCaches } from './domain-caches.js';
import { DomainMailboxes } from './domain-mailboxes.js';
import {
  alreadyAdded,
  hasMailboxes,
  keysAwaited,
  MAX_DOMAINS,
  namingConflict,
  notADomainName,
  tooManyDomains,
  tooManyKeys,
} from './domain-problems.js';
import { DomainRecords } from './records/domain-records.js';
import type { MailDomain } from './mail-domain.entity.js';
import type { DomainDetail, KeyedMailDomain } from './mail-domain.js';
import { MailDomainRepository } from './mail-domain.repository.js';

/** The mail domains of a tenant. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly keys: DkimSigningKeyRepository,
    private readonly keyMaker: KeyMaker,
    private readonly checker: DomainChecker,
    private readonly records: DomainRecords,
    private readonly caches: DomainCaches,
    private readonly mailboxes: DomainMailboxes,
  ) {}

  /** Adds a domain with its first keys. @throws Problem ValidationError, EnderecoEmUso, or Conflict at the limit */
  async create(tenantId: TenantId, organisationId: string, text: string): Promise<DomainDetail> {
    const name = toDomainName(text);
    if (!name) throw notADomainName();
    await this.rejectEarly(tenantId, name);
    const keys = await this.keyMaker.make(tenantId, KEY_TYPES);
    return this.changing(tenantId, async (tx) => {
      const domain = await this.domains.insert(tx, tenantId, { organisationId, name }, MAX_DOMAINS);
      if (!domain) throw tooManyDomains();
      const detail = await this.withNewKeys(tx, domain, keys);
      await auditDomain(tx, 'domain.added', domain);
      return detail;
    });
  }

  /** Newest first. */
  async listPage(
    tenantId: TenantId,
    organisationId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<KeyedMailDomain>> {
    return this.database.tenant(tenantId, async (tx) => {
      const { items, ...rest } = await this.domains.listPage(tx, tenantId, organisationId, page);
      return { items: await this.withKeys(tx, tenantId, items), ...rest };
    });
  }

  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<KeyedMailDomain[]> {
    return this.database.tenant(tenantId, async (tx) =>
      this.withKeys(tx, tenantId, await this.domains.listByIds(tx, tenantId, ids)),
    );
  }

  async find(tenantId: TenantId, id: string): Promise<KeyedMailDomain | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, async (tx) => {
      const domain = await this.domains.find(tx, tenantId, id);
      return domain && this.keys.withKeys(tx, tenantId, domain);
    });
  }

  /** A domain with its records as the last check found them. */
  describe(domain: KeyedMailDomain): DomainDetail {
    return this.records.describe(domain);
  }

  /** The same with what DNS has now. Changes nothing. */
  async lookUp(domain: KeyedMailDomain): Promise<DomainDetail> {
    const findings = await this.checker.find(this.records.expected(domain));
    return this.records.describeFindings(domain, findings);
  }

  /** Removes a domain with its keys. @throws Problem NotFound; Conflict while mailboxes live on it */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const domain = await this.lockForUpdate(tx, tenantId, id);
      const live = await this.mailboxes.countLive(tx, tenantId, id);
      if (live > 0) throw hasMailboxes(live);
      if (await this.mailboxes.hasAny(tx, tenantId, id)) {
        await this.keys.deleteOfDomain(tx, tenantId, id);
        await this.domains.softDelete(tx, domain);
      } else {
        await this.domains.delete(tx, domain);
      }
      await auditDomain(tx, 'domain.removed', domain);
      afterCommit(tx, () => this.caches.forget(domain));
    });
  }

  /**
   * Makes a successor of each key that signs and has none yet. It signs from the check that finds its record.
   * @throws Problem NotFound; Conflict when no key is without a successor, or there were too many changes
   */
  async rotateKeys(tenantId: TenantId, { id, keys: known }: KeyedMailDomain): Promise<DomainDetail> {
    const made = await this.keyMaker.make(tenantId, rotatable(known));
    return this.changing(tenantId, async (tx) => {
      const locked = await this.lockForUpdate(tx, tenantId, id);
      // Another rotation may have committed first.
      const { keys } = await this.keys.withKeys(tx, tenantId, locked);
      const stillWanted = rotatable(keys);
      await this.domains.updateNextCheck(tx, locked, new Date(Date.now() + FIRST_KEY_CHECK_MS));
      const wanted = made.filter(({ algorithm }) => stillWanted.includes(algorithm));
      const detail = await this.withNewKeys(tx, locked, wanted);
      await auditDomain(tx, 'domain.keys-rotated', locked);
      return detail;
    });
  }

  /** Adds the keys of domains, by one statement for all of them. */
  private async withKeys(
    tx: EntityManager,
    tenantId: TenantId,
    domains: readonly MailDomain[],
  ): Promise<KeyedMailDomain[]> {
    const ids = domains.map(({ id }) => id);
    const keys = await this.keys.listByDomain(tx, tenantId, ids);
    return domains.map((domain) => ({ ...domain, keys: keys.get(domain.id) ?? [] }));
  }

  private async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<MailDomain> {
    const domain = await this.domains.lockForUpdate(tx, tenantId, id);
    if (!domain) throw new Problem('NotFound');
    return domain;
  }

  private async withNewKeys(
    tx: EntityManager,
    domain: MailDomain,
    keys: readonly NewSigningKey[],
  ): Promise<DomainDetail> {
    const { tenantId, id } = domain;
    for (const key of keys) await this.keys.insert(tx, tenantId, id, key);
    return this.describe(await this.keys.withKeys(tx, tenantId, domain));
  }

  /** Avoids creating keys in vain; the insert itself enforces the limit. */
  private async rejectEarly(tenantId: TenantId, name: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if (await this.domains.findByName(tx, tenantId, name)) throw alreadyAdded();
      if ((await this.domains.count(tx, tenantId)) >= MAX_DOMAINS) throw tooManyDomains();
    });
  }

  private async changing<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, work);
    } catch (error) {
      throw namingConflict(error);
    }
  }
}

/** The types whose active key has no pending successor. @throws Problem Conflict if there is none */
function rotatable(keys: readonly PublishedKey[]): DkimKeyType[] {
  const types = rotatableTypes(keys);
  if (types === 'awaited') throw keysAwaited();
  if (types === 'too many') throw tooManyKeys();
  return types;
}

async function auditDomain(tx: EntityManager, action: string, domain: MailDomain): Promise<void> {
  const fields = auditFields(domain, ['name']);
  const change = action === 'domain.removed' ? { before: fields } : { after: fields };
  const { tenantId, id } = domain;
  await recordAudit(tx, { action, object: { type: 'domain', id }, tenantId, ...change });
}
