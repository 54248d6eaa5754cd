import { Module } from '@nestjs/common';
import { KnownSuppressionGuard } from './known-suppression.guard.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsService } from './suppressions.service.js';

@Module({
  controllers: [SuppressionsController],
  providers: [KnownSuppressionGuard, SuppressionRepository, SuppressionsService],
  exports: [SuppressionRepository],
})
export class SuppressionsModule {}
