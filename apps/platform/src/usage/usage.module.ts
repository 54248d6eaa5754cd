import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [PlansModule],
  providers: [UsageRepository, UsageService],
  exports: [UsageRepository, UsageService],
})
export class UsageModule {}
