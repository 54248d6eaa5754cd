import type { EntityManager } from 'typeorm';
import type { VerifiedDomain } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import type { ClaimedDomain } from './claimed-domain.js';
import type { KeyMaker } from './keys/key-maker.js';
import { KEY_TYPES } from './keys/published-key.js';
import type { SigningKeyRepository } from './keys/signing-key-repository.js';
import { OWNERSHIP_ID } from './records/expected-record.js';
import type { RecordChecks } from './records/record-status.js';

/** Proof of a domain: the token, and that its record was found. */
export type DomainProof = Pick<ClaimedDomain, 'ownershipToken' | 'recordChecks'>;

/**
 * Offers in one app the domains that a tenant has verified in another. The app takes over the token, whose record is
 * published, and makes keys of its own; it believes nothing else, and verifies the domain in DNS itself.
 */
export abstract class DomainOffers<D extends ClaimedDomain> {
  protected constructor(
    private readonly keys: SigningKeyRepository,
    private readonly keyMaker: KeyMaker,
  ) {}

  protected abstract find(tx: EntityManager, tenantId: TenantId, name: string): Promise<D | null>;

  /** Undefined at the limit of domains. */
  protected abstract insert(
    tx: EntityManager,
    tenantId: TenantId,
    domain: Pick<ClaimedDomain, 'name'> & DomainProof,
  ): Promise<D | undefined>;

  protected abstract updateProof(tx: EntityManager, domain: D, proof: DomainProof): Promise<void>;

  /** A domain that the tenant has verified here keeps its own token. */
  protected async offer(
    tx: EntityManager,
    tenantId: TenantId,
    { name, ownershipToken }: VerifiedDomain,
  ): Promise<void> {
    const known = await this.find(tx, tenantId, name);
    if (known) {
      if (known.verifiedAt || known.ownershipToken === ownershipToken) return;
      await this.updateProof(tx, known, { ownershipToken, recordChecks: proven(known.recordChecks) });
      return;
    }
    const domain = await this.insert(tx, tenantId, { name, ownershipToken, recordChecks: proven({}) });
    if (!domain) {
      logger.info('A domain that is verified in another app is not offered: there are too many', { tenantId });
      return;
    }
    const keys = await this.keyMaker.make(tenantId, KEY_TYPES);
    for (const key of keys) await this.keys.insert(tx, tenantId, domain.id, key);
    const object = { type: 'domain', id: domain.id };
    await recordAudit(tx, { action: 'domain.offered', object, tenantId, after: { name } });
  }
}

const proven = (checks: RecordChecks): RecordChecks => ({ ...checks, [OWNERSHIP_ID]: 'found' });
