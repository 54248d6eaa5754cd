import { Module } from '@nestjs/common';
import { IdempotencyCleanup } from './idempotency-cleanup.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { SendingService } from './sending.service.js';
import { SubmissionRepository } from './submission.repository.js';

@Module({
  providers: [SendingService, SubmissionRepository, IdempotencyKeyRepository, IdempotencyCleanup],
  exports: [SendingService, SubmissionRepository, IdempotencyKeyRepository],
})
export class SendingModule {}
