import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { DomainOffers, type DomainProof, KeyMaker } from '#libs/messaging/domains';
import type { TenantId } from '#libs/core/persistence';
import { OrganisationRepository } from '../organisations/organisation.repository.js';
import { DkimSigningKeyRepository } from './signing-keys/dkim-signing-key.repository.js';
import { MAX_DOMAINS } from './domain-problems.js';
import type { MailDomain } from './mail-domain.entity.js';
import { MailDomainRepository } from './mail-domain.repository.js';

/** Offers the domains that tenants have verified to send from, on Platform. */
@Injectable()
export class PlatformDomainsReceiver extends DomainOffers<MailDomain> {
  constructor(
    keys: DkimSigningKeyRepository,
    keyMaker: KeyMaker,
    private readonly domains: MailDomainRepository,
    private readonly organisations: OrganisationRepository,
  ) {
    super(keys, keyMaker);
  }

  @OnAppEvent('platform.domain.verified')
  async verified(tx: EntityManager, { tenantId, payload }: AppEvent<'platform.domain.verified'>): Promise<void> {
    await this.offer(tx, tenantId, payload);
  }

  protected async find(tx: EntityManager, tenantId: TenantId, name: string): Promise<MailDomain | null> {
    return this.domains.findByName(tx, tenantId, name);
  }

  protected async insert(tx: EntityManager, tenantId: TenantId, domain: Pick<MailDomain, 'name'> & DomainProof) {
    const { id: organisationId } = await this.organisations.findOrInsertOwn(tx, tenantId);
    return this.domains.insert(tx, tenantId, { ...domain, organisationId }, MAX_DOMAINS);
  }

  protected async updateProof(tx: EntityManager, domain: MailDomain, proof: DomainProof): Promise<void> {
    await this.domains.updateProof(tx, domain, proof);
  }
}
