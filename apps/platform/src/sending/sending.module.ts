import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { IdempotencyCleanup } from './idempotency-cleanup.js';
import { SendingService } from './sending.service.js';
import { SubmissionsRepository } from './submissions.repository.js';

@Module({
  imports: [AdmissionModule, AttachmentsModule],
  providers: [SendingService, SubmissionsRepository, IdempotencyCleanup],
  exports: [SendingService, SubmissionsRepository],
})
export class SendingModule {}
