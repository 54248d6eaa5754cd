import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/core/idempotency';
import { PlansModule } from '../plans/plans.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { Quotas } from './quotas.js';
import { SendingService } from './sending.service.js';
import { SubmissionRepository } from './submission.repository.js';

@Module({
  imports: [IdempotencyModule, PlansModule, SuppressionsModule],
  providers: [Quotas, SendingService, SubmissionRepository],
  exports: [Quotas, SendingService, SubmissionRepository, IdempotencyModule],
})
export class SendingModule {}
