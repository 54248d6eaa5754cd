import { Module } from '@nestjs/common';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ConsentReceiver } from './consent.receiver.js';
import { CrmEventsReceiver } from './crm-events.receiver.js';

@Module({ imports: [SuppressionsModule, WebhooksModule], providers: [ConsentReceiver, CrmEventsReceiver] })
export class CrmEventsModule {}
