import { Module } from '@nestjs/common';
import { ConsoleTenantRepository } from './console-tenant.repository.js';
import { ConsoleTenantsController } from './console-tenants.controller.js';
import { ConsoleTenantsService } from './console-tenants.service.js';

@Module({
  controllers: [ConsoleTenantsController],
  providers: [ConsoleTenantsService, ConsoleTenantRepository],
})
export class ConsoleModule {}
