import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SuspensionModule } from '../suspension/suspension.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryProcessor } from './delivery.processor.js';
import { DeliveryRepository } from './delivery.repository.js';
import { EmailTransport } from './email-transport.js';

@Module({
  imports: [DomainsModule, ReportsModule, SendingModule, SuspensionModule, WebhooksModule],
  providers: [DeliveryProcessor, DeliveryRepository, EmailTransport, DeliveryMetrics],
})
export class DeliveryModule {}
