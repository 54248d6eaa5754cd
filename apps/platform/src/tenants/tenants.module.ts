import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../auth/auth-gateway.module.js';
import { ApiKeysResolver } from './graphql/api-keys.resolver.js';
import { MembersByIdsResolver } from './graphql/members-by-ids.resolver.js';
import { MembersResolver } from './graphql/members.resolver.js';
import { TenantsResolver } from './graphql/tenants.resolver.js';
import { ApiKeysService } from './api-keys.service.js';
import { InvitationsService } from './invitations.service.js';
import { MembersService } from './members.service.js';
import { TenantsService } from './tenants.service.js';
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
  providers: [
    ApiKeysResolver,
    ApiKeysService,
    InvitationsService,
    MembersByIdsResolver,
    MembersResolver,
    MembersService,
    TenantOfPathGuard,
    TenantsResolver,
    TenantsService,
  ],
  exports: [MembersService],
})
export class TenantsModule {}
