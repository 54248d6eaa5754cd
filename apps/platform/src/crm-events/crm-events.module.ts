import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CrmEventsReceiver } from './crm-events.receiver.js';

@Module({ imports: [WebhooksModule], providers: [CrmEventsReceiver] })
export class CrmEventsModule {}
