import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { UsageRepository } from '../../usage/usage.repository.js';
import { UsageService } from '../../usage/usage.service.js';
import { SupportController } from '../support/support.controller.js';
import { ConsoleTenantsController } from './console-tenants.controller.js';
import { ConsoleTenantsService } from './console-tenants.service.js';
import { PlansController } from './plans.controller.js';

/** Operators' view of tenants, and their way into one. */
@Module({
  imports: [AuthGatewayModule],
  controllers: [ConsoleTenantsController, PlansController, SupportController],
  providers: [ConsoleTenantsService, UsageService, UsageRepository],
})
export class ConsoleTenantsModule {}
