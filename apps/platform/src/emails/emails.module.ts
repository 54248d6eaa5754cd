import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { BatchService } from './batch.service.js';
import { EmailsController } from './emails.controller.js';
import { EmailsService } from './emails.service.js';

@Module({
  imports: [AdmissionModule, AttachmentsModule, MessagesModule, SendingModule, TemplatesModule],
  controllers: [EmailsController],
  providers: [EmailsService, BatchService],
  exports: [EmailsService],
})
export class EmailsModule {}
