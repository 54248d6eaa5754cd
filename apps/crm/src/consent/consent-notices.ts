import { Injectable } from '@nestjs/common';
import { AppEventSender, type ConsentNotice, MAX_CONSENT_NOTICES } from '#libs/core/app-events';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { spellingsOf } from '#libs/privacy/data-rights';

/** Tells Platform to which addresses it sends nothing, in the transaction that decides it. */
@Injectable()
export class ConsentNotices {
  constructor(private readonly events: AppEventSender) {}

  async send(tx: SqlExecutor, tenantId: TenantId, notices: readonly ConsentNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const all = notices.flatMap(inAllSpellings);
    const parts = Array.from({ length: Math.ceil(all.length / MAX_CONSENT_NOTICES) }, (_, part) =>
      all.slice(part * MAX_CONSENT_NOTICES, (part + 1) * MAX_CONSENT_NOTICES),
    );
    const events = parts.map((part) => ({ tenantId, payload: { notices: part } }));
    await this.events.sendAll(tx, 'platform', 'crm.consent.changed', events);
  }
}

/** Platform compares numbers as they are written. */
const inAllSpellings = (notice: ConsentNotice): ConsentNotice[] =>
  notice.channel === 'sms' ? spellingsOf(notice.address).map((address) => ({ ...notice, address })) : [notice];
