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
    for (const { address, suppressed, confirmed } of notices) {
      const isNews = await exec(tx, UPSERT_CRM_CONSENT, [tenantId, normalAddress(address), suppressed, occurredAt]);
      if (isNews === 0) continue;
      const entry = { address, topic: NOT_TRANSACTIONAL, reason: 'unsubscribe', source: 'crm' } as const;
      if (suppressed) await this.suppressions.insert(tx, tenantId, entry);
      else await this.suppressions.deleteWithdrawn(tx, tenantId, address);
      if (!suppressed && confirmed) await this.suppressions.deleteErased(tx, tenantId, address);
    }
  }
}
