import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { DomainsModule } from '../domains/domains.module.js';
import { ReturnPathModule } from '../feedback/return-path.module.js';
import { MailSandboxModule } from '../mail-sandbox/mail-sandbox.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { SuspensionModule } from '../suspension/suspension.module.js';
import { MailMarksModule } from '../tracking/mail-marks.module.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryService } from './delivery.service.js';
import { EmailProcessor } from './email.processor.js';
import { EmailTransport } from './email-transport.js';

@Module({
  imports: [
    AdmissionModule,
    AttachmentsModule,
    DomainsModule,
    MailMarksModule,
    MailSandboxModule,
    MessageEventsModule,
    ReturnPathModule,
    SuspensionModule,
  ],
  providers: [DeliveryService, DeliveryRepository, DeliveryMetrics, EmailProcessor, EmailTransport],
  exports: [DeliveryService],
})
export class DeliveryModule {}
