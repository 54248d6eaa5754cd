import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/core/idempotency';
import { AdmissionModule } from '../admission/admission.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { TenantEventsModule } from '../tenant-changes/tenant-events.module.js';
import { Quotas } from './quotas.js';
import { SendingService } from './sending.service.js';
import { SubmissionRepository } from './submission.repository.js';

@Module({
  imports: [AdmissionModule, AttachmentsModule, IdempotencyModule, PlansModule, SuppressionsModule, TenantEventsModule],
  providers: [Quotas, SendingService, SubmissionRepository],
  exports: [Quotas, SendingService, SubmissionRepository, IdempotencyModule],
})
export class SendingModule {}
