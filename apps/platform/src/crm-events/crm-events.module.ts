import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/core/idempotency';
import { AnswersEraser, PersonErasureModule } from '#libs/privacy/data-rights';
import { MessagesModule } from '../messages/messages.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CrmConsentEraser } from './crm-consent.eraser.js';
import { ConsentReceiver } from './consent.receiver.js';
import { ContactErasureReceiver } from './contact-erasure.receiver.js';
import { CrmEventsReceiver } from './crm-events.receiver.js';

/** Receives what the CRM tells of its contacts. */
@Module({
  imports: [IdempotencyModule, MessagesModule, PersonErasureModule, SuppressionsModule, WebhooksModule],
  providers: [AnswersEraser, CrmConsentEraser, ConsentReceiver, ContactErasureReceiver, CrmEventsReceiver],
})
export class CrmEventsModule {}
