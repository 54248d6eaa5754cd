import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { DomainStandings } from '../../domains/domain-standings.js';
import type { SendingDomain } from '../../domains/sending-domain.entity.js';
import { countEnabled } from './inbound-routes.sql.js';

type KnownDomain = Pick<SendingDomain, 'tenantId' | 'id' | 'name'>;

/** Tells Mail, where there is one, for which domains Platform receives mail: verified ones with a route that is enabled. */
@Injectable()
export class ReceivingDomains {
  constructor(
    private readonly config: PlatformConfig,
    private readonly events: AppEventSender,
    standings: DomainStandings,
  ) {
    standings.onChange(async (tx, domain, isVerified) => {
      if ((await countEnabled(tx, domain.tenantId, domain.id)) > 0) await this.tell(tx, domain, isVerified);
    });
  }

  /** Runs a change of routes of a locked domain, and, if that is verified, tells Mail if its first one appears or its last one goes. */
  async changing<T>(
    tx: EntityManager,
    domain: KnownDomain & Pick<SendingDomain, 'verifiedAt'>,
    change: () => Promise<T>,
  ): Promise<T> {
    const before = await this.isReceiving(tx, domain.tenantId, domain.id);
    const changed = await change();
    const after = await this.isReceiving(tx, domain.tenantId, domain.id);
    if (before !== after && domain.verifiedAt) await this.tell(tx, domain, after);
    return changed;
  }

  private async isReceiving(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<boolean> {
    return (await countEnabled(tx, tenantId, domainId)) > 0;
  }

  private async tell(tx: EntityManager, { tenantId, name }: KnownDomain, receiving: boolean): Promise<void> {
    if (!this.config.mailUrl) return;
    await this.events.send(tx, tenantId, 'mail', 'platform.domain.receiving', { domain: name, receiving });
  }
}
