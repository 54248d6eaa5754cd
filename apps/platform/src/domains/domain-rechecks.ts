import { Injectable } from '@nestjs/common';
import { DomainRechecker, type DueDomain, type Standing } from '#libs/core/domain-claims';
import { Database } from '#libs/core/persistence';
import { DomainVerification } from './domain-verification.service.js';
import { SendingDomain } from './sending-domain.entity.js';

/** Checks verified sending domains regularly. */
@Injectable()
export class DomainRechecks extends DomainRechecker {
  constructor(
    database: Database,
    private readonly verification: DomainVerification,
  ) {
    super(database, SendingDomain);
  }

  protected async verify({ tenantId, id }: DueDomain): Promise<Standing> {
    return (await this.verification.verify(tenantId, id)).domain;
  }
}
