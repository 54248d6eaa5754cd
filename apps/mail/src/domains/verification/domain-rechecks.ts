import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { DomainRechecker, type DueDomain, type Standing } from '#libs/core/domain-claims';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { DomainVerification } from './domain-verification.service.js';
import { MailDomain } from '../mail-domain.entity.js';
import { deletePurgeable } from '../removed-domains.sql.js';

const HOUR_MS = 3_600_000;

/** Checks verified mail domains regularly, and deletes removed ones once their last mailbox is purged. */
@Injectable()
export class DomainRechecks extends DomainRechecker {
  constructor(
    database: Database,
    private readonly verification: DomainVerification,
  ) {
    super(database, MailDomain, { removedAt: IsNull() });
  }

  /** Returns how many it deleted. */
  @Every({ every: HOUR_MS })
  async purge(): Promise<number> {
    return this.database.statement((pool) => deletePurgeable(pool));
  }

  protected async verify({ tenantId, id }: DueDomain): Promise<Standing> {
    return (await this.verification.verify(tenantId, id)).domain;
  }
}
