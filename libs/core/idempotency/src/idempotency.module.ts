import { Module } from '@nestjs/common';
import { IdempotencyCleanup } from './idempotency-cleanup.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { IdempotencyService } from './idempotency.service.js';

/** Idempotent calls, for an app whose schema has the table of `idempotencySql`. */
@Module({
  providers: [IdempotencyService, IdempotencyKeyRepository, IdempotencyCleanup],
  exports: [IdempotencyService, IdempotencyKeyRepository],
})
export class IdempotencyModule {}
