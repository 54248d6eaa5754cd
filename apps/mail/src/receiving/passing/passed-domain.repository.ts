import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec } from '#libs/core/persistence';
import { PassedDomain } from './passed-domain.entity.js';
import { TELL_DOMAIN } from './passed-domain.sql.js';

/** The domains that Platform receives for. */
@Injectable()
export class PassedDomainRepository {
  /** Stores what an event says, unless a later one has come before it. */
  async tell(tx: EntityManager, { tenantId, name, isPassed, toldBy }: PassedDomain): Promise<void> {
    await exec(tx, TELL_DOMAIN, [tenantId, name, isPassed, toldBy]);
  }

  /** Tells whether mail for the domain is passed on, for any tenant. Runs as the system role. */
  async isPassed(tx: EntityManager, name: string): Promise<boolean> {
    return tx.existsBy(PassedDomain, { name, isPassed: true });
  }
}
