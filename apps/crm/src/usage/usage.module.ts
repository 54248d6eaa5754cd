import { Module } from '@nestjs/common';
import { PlanQuotaClient } from '#libs/core/limits';
import { CrmConfig } from '../config.js';
import { UsageResolver } from './graphql/usage.resolver.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

const QUOTAS = {
  provide: PlanQuotaClient,
  inject: [CrmConfig],
  useFactory: (config: CrmConfig) => new PlanQuotaClient(config),
};

@Module({
  controllers: [UsageController],
  providers: [QUOTAS, UsageRepository, UsageResolver, UsageService],
})
export class UsageModule {}
