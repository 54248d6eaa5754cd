import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { DomainsModule } from '../domains/domains.module.js';
import { FeedbackLoopModule } from '../feedback-loop/feedback-loop.module.js';
import { ReturnPathModule } from '../feedback/return-paths/return-path.module.js';
import { MailSandboxModule } from '../mail-sandbox/mail-sandbox.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { MailMarksModule } from '../tracking/links/mail-marks.module.js';
import { BatchService } from './batch.service.js';
import { EmailProcessor } from './email.processor.js';
import { EmailTransport } from './email-transport.js';
import { EmailsController } from './emails.controller.js';
import { EmailChannel } from './email-channel.js';
import { RawReader } from './raw/raw-reader.js';
import { RawRequests } from './raw/raw-requests.js';

@Module({
  imports: [
    AdmissionModule,
    AttachmentsModule,
    DeliveryModule,
    DomainsModule,
    FeedbackLoopModule,
    MailMarksModule,
    MailSandboxModule,
    MessagesModule,
    ReturnPathModule,
    SendingModule,
    SuppressionsModule,
    TemplatesModule,
  ],
  controllers: [EmailsController],
  providers: [EmailChannel, BatchService, EmailProcessor, EmailTransport, RawReader, RawRequests],
  exports: [EmailChannel, BatchService, RawReader],
})
export class EmailsModule {}
