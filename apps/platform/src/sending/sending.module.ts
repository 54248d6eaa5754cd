import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { IdempotencyCleanup } from './idempotency-cleanup.js';
import { SendingService } from './sending.service.js';
import { SubmissionsRepository } from './submissions.repository.js';

@Module({
  imports: [AdmissionModule],
  providers: [SendingService, SubmissionsRepository, IdempotencyCleanup],
  exports: [SendingService, SubmissionsRepository],
})
export class SendingModule {}
