import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { DomainOffers, type DomainProof, KeyMaker } from '#libs/messaging/domains';
import type { TenantId } from '#libs/core/persistence';
import { DomainKeyRepository } from './domain-key.repository.js';
import { MAX_DOMAINS } from './domain-problems.js';
import { DomainRepository } from './domain.repository.js';
import type { SendingDomain } from './sending-domain.entity.js';

/** Offers the domains that tenants have verified for their mailboxes, in Mail. */
@Injectable()
export class MailDomainsReceiver extends DomainOffers<SendingDomain> {
  constructor(
    keys: DomainKeyRepository,
    keyMaker: KeyMaker,
    private readonly domains: DomainRepository,
  ) {
    super(keys, keyMaker);
  }

  @OnAppEvent('mail.domain.verified')
  async verified(tx: EntityManager, { tenantId, payload }: AppEvent<'mail.domain.verified'>): Promise<void> {
    await this.offer(tx, tenantId, payload);
  }

  protected async find(tx: EntityManager, tenantId: TenantId, name: string): Promise<SendingDomain | null> {
    return this.domains.findByName(tx, tenantId, name);
  }

  protected async insert(tx: EntityManager, tenantId: TenantId, domain: Pick<SendingDomain, 'name'> & DomainProof) {
    return this.domains.insert(tx, tenantId, domain, MAX_DOMAINS);
  }

  protected async updateProof(tx: EntityManager, domain: SendingDomain, proof: DomainProof): Promise<void> {
    await this.domains.updateProof(tx, domain, proof);
  }
}
