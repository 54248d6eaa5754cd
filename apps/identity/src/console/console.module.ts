import { Module } from '@nestjs/common';
import { ConsoleTenantRepository } from './console-tenant.repository.js';
import { ConsoleTenantsController } from './console-tenants.controller.js';
import { ConsoleTenantsService } from './console-tenants.service.js';
import { ConsoleUserRepository } from './console-user.repository.js';
import { ConsoleUsersController } from './console-users.controller.js';
import { OperatorsController } from './operators.controller.js';
import { ConsoleUsersService } from './console-users.service.js';

@Module({
  controllers: [ConsoleTenantsController, ConsoleUsersController, OperatorsController],
  providers: [ConsoleTenantsService, ConsoleTenantRepository, ConsoleUsersService, ConsoleUserRepository],
})
export class ConsoleModule {}
