import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { UsageModule } from '../../usage/usage.module.js';
import { SupportController } from '../support/support.controller.js';
import { ConsoleTenantsController } from './console-tenants.controller.js';
import { ConsoleTenantsService } from './console-tenants.service.js';
import { PlansController } from './plans.controller.js';

/** The console's view of tenants, and support sessions in them. */
@Module({
  imports: [AuthGatewayModule, UsageModule],
  controllers: [ConsoleTenantsController, PlansController, SupportController],
  providers: [ConsoleTenantsService],
})
export class ConsoleTenantsModule {}
