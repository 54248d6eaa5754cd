import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { Outbox } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { LEAD_MAIL_PURPOSE, type LeadMail } from './lead-mail.js';

/** Takes the mails about leads that Pages asks for, a job for each recipient. */
@Injectable()
export class LeadMailReceiver {
  constructor(
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
  ) {}

  @OnAppEvent('pages.lead.announced')
  async announce(tx: EntityManager, { tenantId, payload }: AppEvent<'pages.lead.announced'>): Promise<void> {
    const { memberIds, ...notice } = payload;
    const mails = memberIds.map((memberId): LeadMail => ({ kind: 'notice', memberId, ...notice }));
    await this.enqueue(tx, tenantId, mails);
  }

  @OnAppEvent('pages.lead.answered')
  async answer(tx: EntityManager, { tenantId, payload }: AppEvent<'pages.lead.answered'>): Promise<void> {
    await this.enqueue(tx, tenantId, [{ kind: 'answer', ...payload }]);
  }

  private async enqueue(tx: EntityManager, tenantId: TenantId, mails: readonly LeadMail[]): Promise<void> {
    const jobs = mails.map((mail) => ({
      tenantId,
      payload: { sealed: this.secrets.seal(tenantId, LEAD_MAIL_PURPOSE, JSON.stringify(mail)) },
    }));
    await this.outbox.enqueue(tx, 'lead-mail.send', jobs);
  }
}
