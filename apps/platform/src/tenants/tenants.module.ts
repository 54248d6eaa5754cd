import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../auth/auth-gateway.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { MembersController } from './members.controller.js';
import { TenantDeletionController } from './tenant-deletion.controller.js';
import { TenantOfPathGuard } from './tenant-of-path.guard.js';
import { TenantsController } from './tenants.controller.js';

@Module({
  imports: [AuthGatewayModule],
  controllers: [
    TenantsController,
    TenantDeletionController,
    ApiKeysController,
    MembersController,
    InvitationsController,
  ],
  providers: [TenantOfPathGuard],
})
export class TenantsModule {}
