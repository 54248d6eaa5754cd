import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { PassedDomainRepository } from './passed-domain.repository.js';

/** Keeps the domains that Platform receives for, as Platform tells. */
@Injectable()
export class PassedDomainsReceiver {
  constructor(private readonly domains: PassedDomainRepository) {}

  @OnAppEvent('platform.domain.receiving')
  async told(tx: EntityManager, { id, tenantId, payload }: AppEvent<'platform.domain.receiving'>): Promise<void> {
    const name = domainToASCII(payload.domain).toLowerCase();
    if (name !== '') await this.domains.tell(tx, { tenantId, name, isPassed: payload.receiving, toldBy: id });
  }
}
