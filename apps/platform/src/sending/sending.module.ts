import { Module } from '@nestjs/common';
import { IdempotencyCleanup } from './idempotency-cleanup.js';
import { SendingService } from './sending.service.js';
import { SubmissionsRepository } from './submissions.repository.js';

@Module({
  providers: [SendingService, SubmissionsRepository, IdempotencyCleanup],
  exports: [SendingService, SubmissionsRepository],
})
export class SendingModule {}
