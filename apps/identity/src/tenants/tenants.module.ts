import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { OwnerCheck } from './owner-check.js';
import { TenantRepository } from './tenant.repository.js';
import { TenantsController } from './tenants.controller.js';
import { TenantsService } from './tenants.service.js';

@Module({
  imports: [UsersModule],
  controllers: [TenantsController],
  providers: [OwnerCheck, TenantsService, TenantRepository],
  exports: [OwnerCheck, TenantsService, TenantRepository],
})
export class TenantsModule {}
