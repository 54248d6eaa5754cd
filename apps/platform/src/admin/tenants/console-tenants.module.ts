import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { UsageModule } from '../../usage/usage.module.js';
import { ConsolePlansModule } from '../plans/console-plans.module.js';
import { SupportResolver } from '../support/graphql/support.resolver.js';
import { SupportSessions } from '../support/support-sessions.service.js';
import { SupportController } from '../support/support.controller.js';
import { ConsoleTenantDeletionsController } from './console-tenant-deletions.controller.js';
import { ConsoleTenantsController } from './console-tenants.controller.js';
import { ConsoleTenantDeletions } from './console-tenant-deletions.service.js';
import { ConsoleTenantsResolver } from './graphql/console-tenants.resolver.js';
import { ConsoleTenantsService } from './console-tenants.service.js';

/** The console's view of tenants, and support sessions in them. */
@Module({
  imports: [AuthGatewayModule, ConsolePlansModule, UsageModule],
  controllers: [ConsoleTenantsController, ConsoleTenantDeletionsController, SupportController],
  providers: [ConsoleTenantDeletions, ConsoleTenantsResolver, ConsoleTenantsService, SupportResolver, SupportSessions],
})
export class ConsoleTenantsModule {}
