import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { exec } from '#libs/core/persistence';
import { NOT_TRANSACTIONAL, normalAddress } from '../suppressions/suppression.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { UPSERT_CRM_CONSENT } from './crm-consent.sql.js';

/** Sends nothing to addresses of contacts who withdrew their consent in the CRM, until they give it again. */
@Injectable()
export class ConsentReceiver {
  constructor(private readonly suppressions: SuppressionRepository) {}

  /** An address that is suppressed for another reason, such as a bounce, stays so; an erased person's, unless it is confirmed. */
  @OnAppEvent('crm.consent.changed')
  async changed(
    tx: EntityManager,
    { tenantId, occurredAt, payload: { notices } }: AppEvent<'crm.consent.changed'>,
  ): Promise<void> {
    const news: typeof notices = [];
    // In one order, as the entries below: another transaction may have some of the same addresses.
    for (const notice of notices.toSorted(byAddress)) {
      const values = [tenantId, normalAddress(notice.address), notice.suppressed, occurredAt];
      if ((await exec(tx, UPSERT_CRM_CONSENT, values)) > 0) news.push(notice);
    }
    await this.suppressions.lockByAddresses(
      tx,
      tenantId,
      news.map(({ address }) => address),
    );
    for (const { address, suppressed, confirmed } of news) {
      const entry = { address, topic: NOT_TRANSACTIONAL, reason: 'unsubscribe', source: 'crm' } as const;
      if (suppressed) await this.suppressions.insert(tx, tenantId, entry);
      else await this.suppressions.deleteWithdrawn(tx, tenantId, address);
      if (!suppressed && confirmed) await this.suppressions.deleteErased(tx, tenantId, address);
    }
  }
}

/** Two notices of one address stay in their order: the last one counts. */
function byAddress(one: { address: string }, other: { address: string }): number {
  const [address, next] = [normalAddress(one.address), normalAddress(other.address)];
  return Number(address > next) - Number(address < next);
}
