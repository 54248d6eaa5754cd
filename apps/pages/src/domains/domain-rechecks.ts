import { Injectable } from '@nestjs/common';
import { DomainRechecker, type DueDomain, type Standing } from '#libs/core/domain-claims';
import { Database } from '#libs/core/persistence';
import { SiteDomain } from '#libs/sites/sites';
import { DomainVerification } from './domain-verification.service.js';

/** Checks regularly whether verified hosts still have their TXT record. */
@Injectable()
export class DomainRechecks extends DomainRechecker {
  constructor(
    database: Database,
    private readonly verification: DomainVerification,
  ) {
    super(database, SiteDomain);
  }

  protected verify({ tenantId, id }: DueDomain): Promise<Standing> {
    return this.verification.recheck(tenantId, id);
  }
}
