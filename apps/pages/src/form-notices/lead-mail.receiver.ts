import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { FormNoticeRepository } from './form-notice.repository.js';
import { LeadNotice } from './lead-notice.entity.js';

/** Records what became of the mails that Platform was asked for. */
@Injectable()
export class LeadMailReceiver {
  constructor(private readonly notices: FormNoticeRepository) {}

  @OnAppEvent('platform.lead-mail.settled')
  async settled(tx: EntityManager, { tenantId, payload }: AppEvent<'platform.lead-mail.settled'>): Promise<void> {
    const { kind, formId, leadId, fault, detail } = payload;
    if (leadId) await tx.update(LeadNotice, { tenantId, leadId, kind }, { fault });
    // Says something of one recipient, and nothing of the settings.
    if (fault === 'suppressed') return;
    const settings = await this.notices.lockForUpdate(tx, tenantId, formId);
    const settledAt = new Date(payload.settledAt);
    const known = kind === 'notice' ? settings?.noticeSettledAt : settings?.answerSettledAt;
    if (!settings || (known && known > settledAt)) return;
    await this.notices.update(
      tx,
      settings,
      kind === 'notice'
        ? { noticeFault: fault, noticeSettledAt: settledAt }
        : { answerFault: fault, answerFaultDetail: detail, answerSettledAt: settledAt },
    );
  }
}
