import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { OwnershipModule } from '../ownership/ownership.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TenantDeletionModule } from '../tenant-deletion/tenant-deletion.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountDeletionController } from './account-deletion.controller.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { AccountPurge } from './account-purge.js';

/** Users delete their accounts: the grace, the return by a sign-in, and the end. */
@Module({
  imports: [
    MailModule,
    OwnershipModule,
    SessionsModule,
    TenantDeletionModule,
    TenantsModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [AccountDeletionController],
  providers: [AccountDeletionRepository, AccountDeletionService, AccountPurge],
})
export class AccountDeletionModule {}
