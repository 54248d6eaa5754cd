import { Module } from '@nestjs/common';
import { PlatformQuota } from './platform-quota.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  controllers: [UsageController],
  providers: [PlatformQuota, UsageRepository, UsageService],
})
export class UsageModule {}
