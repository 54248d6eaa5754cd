import { Module } from '@nestjs/common';
import { BlocklistModule } from '../blocklist/blocklist.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { OwnershipModule } from '../ownership/ownership.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { TenantDeletionModule } from '../tenant-deletion/tenant-deletion.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { UsersModule } from '../users/users.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { OwnerInvitationsController } from './owner-invitations.controller.js';
import { OwnerInvitationsService } from './owner-invitations.service.js';

@Module({
  imports: [
    BlocklistModule,
    MailModule,
    MembersModule,
    OwnershipModule,
    PasswordsModule,
    ProfilesModule,
    RegistrationModule,
    TenantDeletionModule,
    TenantsModule,
    UsersModule,
  ],
  controllers: [InvitationsController, OwnerInvitationsController],
  providers: [AcceptanceService, InvitationsService, InvitationRepository, OwnerInvitationsService],
  exports: [AcceptanceService, InvitationRepository, InvitationsService],
})
export class InvitationsModule {}
