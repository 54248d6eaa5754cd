import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SendingDomain } from './sending-domain.entity.js';

type ChangedDomain = Pick<SendingDomain, 'tenantId' | 'id' | 'name'>;

/** Hears, in the transaction of the change, that a domain became verified, or is so no more; it is locked, and still there. */
type OnStandingChange = (tx: EntityManager, domain: ChangedDomain, isVerified: boolean) => Promise<void>;

/** Tells features for which a domain must be verified when it becomes so, and when it is so no more. */
@Injectable()
export class DomainStandings {
  private readonly listeners: OnStandingChange[] = [];

  /** To be called by the constructor of a feature. */
  onChange(listener: OnStandingChange): void {
    this.listeners.push(listener);
  }

  async announce(tx: EntityManager, domain: ChangedDomain, isVerified: boolean): Promise<void> {
    for (const listener of this.listeners) await listener(tx, domain, isVerified);
  }
}
