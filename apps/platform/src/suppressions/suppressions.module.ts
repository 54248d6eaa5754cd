import { Module } from '@nestjs/common';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsService } from './suppressions.service.js';

@Module({
  controllers: [SuppressionsController],
  providers: [SuppressionRepository, SuppressionsService],
  exports: [SuppressionRepository],
})
export class SuppressionsModule {}
