import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import {
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
import { Database, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import type { DomainDetail, KeyedSendingDomain } from './domain.js';
import { DomainKeyRepository } from './domain-key.repository.js';
import {
  alreadyAdded,
  keysAwaited,
  MAX_DOMAINS,
  namingConflict,
  notADomainName,
  tooManyDomains,
  tooManyKeys,
} from './domain-problems.js';
import { DomainRepository } from './domain.repository.js';
import { DomainStandings } from './domain-standings.js';
import { describeDomain } from './expected-records.js';
import type { SendingDomain } from './sending-domain.entity.js';

/** The sending domains of a tenant. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly keys: DomainKeyRepository,
    private readonly keyMaker: KeyMaker,
    private readonly config: PlatformConfig,
    private readonly standings: DomainStandings,
  ) {}

  /** Adds a domain with its first keys. @throws Problem ValidationError, AlreadyExists or InvalidParameter */
  async create(tenantId: TenantId, text: string): Promise<DomainDetail> {
    const name = toDomainName(text);
    if (!name) throw notADomainName();
    await this.rejectEarly(tenantId, name);
    const keys = await this.keyMaker.make(tenantId, KEY_TYPES);
    return this.changing(tenantId, async (tx) => {
      const domain = await this.domains.insert(tx, tenantId, { name }, MAX_DOMAINS);
      if (!domain) throw tooManyDomains();
      const detail = await this.withNewKeys(tx, tenantId, domain, keys);
      await auditDomain(tx, tenantId, 'domain.added', domain);
      return detail;
    });
  }

  /** Newest first; the cursor is the position of the last domain shown. */
  async listPage(tenantId: TenantId, request: PageRequest): Promise<Page<DomainDetail>> {
    return this.database.tenant(tenantId, async (tx) => {
      const page = await this.domains.listPage(tx, tenantId, request);
      const keys = await this.keys.listByDomain(
        tx,
        tenantId,
        page.items.map(({ id }) => id),
      );
      return {
        ...page,
        items: page.items.map((domain) => this.describe({ ...domain, keys: keys.get(domain.id) ?? [] })),
      };
    });
  }

  /** @throws Problem NotFound */
  async get(tenantId: TenantId, id: string): Promise<DomainDetail> {
    return this.describe(await this.getWithKeys(tenantId, id));
  }

  /** The domain with its keys. @throws Problem NotFound */
  async getWithKeys(tenantId: TenantId, id: string): Promise<KeyedSendingDomain> {
    if (!isUuid(id)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) =>
      this.keys.withKeys(tx, tenantId, found(await this.domains.find(tx, tenantId, id))),
    );
  }

  /** Removes a domain with its keys. What was accepted from it is still sent, unsigned. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    if (!isUuid(id)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, async (tx) => {
      const domain = found(await this.domains.lockForUpdate(tx, tenantId, id));
      if (domain.verifiedAt) await this.standings.announce(tx, domain, false);
      await this.domains.delete(tx, tenantId, id);
      await auditDomain(tx, tenantId, 'domain.removed', domain);
    });
  }

  /** The domain of this name, locked, if the tenant has it verified. */
  async lockVerified(tx: EntityManager, tenantId: TenantId, name: string): Promise<SendingDomain | null> {
    const domain = await this.domains.findByName(tx, tenantId, name);
    const locked = domain && (await this.domains.lockForUpdate(tx, tenantId, domain.id));
    return locked?.verifiedAt ? locked : null;
  }

  /** Locks a domain: whether it is verified stays as it is until the transaction ends. */
  async lock(tx: EntityManager, tenantId: TenantId, id: string): Promise<SendingDomain | null> {
    return this.domains.lockForUpdate(tx, tenantId, id);
  }

  /**
   * Makes a successor of each key that signs and has none yet. It signs from the check that finds its record.
   * @throws Problem NotFound; Conflict when no key is without a successor, or there were too many changes
   */
  async rotateKeys(tenantId: TenantId, id: string): Promise<DomainDetail> {
    const types = rotatable((await this.getWithKeys(tenantId, id)).keys);
    const made = await this.keyMaker.make(tenantId, types);
    return this.changing(tenantId, async (tx) => {
      const domain = await this.keys.withKeys(tx, tenantId, found(await this.domains.lockForUpdate(tx, tenantId, id)));
      // Another rotation may have committed first.
      const stillWanted = rotatable(domain.keys);
      await this.domains.updateNextCheck(tx, tenantId, id, new Date(Date.now() + FIRST_KEY_CHECK_MS));
      const keys = made.filter(({ algorithm }) => stillWanted.includes(algorithm));
      const detail = await this.withNewKeys(tx, tenantId, domain, keys);
      await auditDomain(tx, tenantId, 'domain.keys-rotated', domain);
      return detail;
    });
  }

  private async withNewKeys(
    tx: EntityManager,
    tenantId: TenantId,
    domain: SendingDomain,
    keys: readonly NewSigningKey[],
  ): Promise<DomainDetail> {
    for (const key of keys) await this.keys.insert(tx, tenantId, domain.id, key);
    return this.describe(await this.keys.withKeys(tx, tenantId, domain));
  }

  /** Avoids creating keys in vain; the insert itself enforces the limit. */
  private async rejectEarly(tenantId: TenantId, name: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if (await this.domains.findByName(tx, tenantId, name)) throw alreadyAdded();
      if ((await this.domains.countAll(tx, tenantId)) >= MAX_DOMAINS) throw tooManyDomains();
    });
  }

  private async changing<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, work);
    } catch (error) {
      throw namingConflict(error);
    }
  }

  private describe(domain: KeyedSendingDomain): DomainDetail {
    return describeDomain(domain, this.config.spfInclude);
  }
}

/** The types whose active key has no pending successor. @throws Problem Conflict if there is none */
function rotatable(keys: readonly PublishedKey[]): DkimKeyType[] {
  const types = rotatableTypes(keys);
  if (types === 'awaited') throw keysAwaited();
  if (types === 'too many') throw tooManyKeys();
  return types;
}

async function auditDomain(
  tx: EntityManager,
  tenantId: TenantId,
  action: string,
  domain: SendingDomain,
): Promise<void> {
  const fields = auditFields(domain, ['name']);
  const change = action === 'domain.removed' ? { before: fields } : { after: fields };
  await recordAudit(tx, { action, object: { type: 'domain', id: domain.id }, tenantId, ...change });
}

function found(domain: SendingDomain | null): SendingDomain {
  if (!domain) throw new Problem('NotFound');
  return domain;
}
