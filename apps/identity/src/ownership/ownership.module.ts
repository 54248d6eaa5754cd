import { Module } from '@nestjs/common';
import { LinkTokensModule } from '../link-tokens/link-tokens.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddressUndoService } from './address-undo.service.js';
import { NotMyAccountService } from './not-my-account.service.js';
import { OwnershipService } from './ownership.service.js';
import { UserCredentialsRepository } from './user-credentials.repository.js';

/** Decides who owns an account: the proof of an address, "this was not me", and undoing a change of the login. */
@Module({
  imports: [LinkTokensModule, PasswordsModule, SessionsModule, TenantsModule, UsersModule],
  providers: [AddressUndoService, NotMyAccountService, OwnershipService, UserCredentialsRepository],
  exports: [AddressUndoService, NotMyAccountService, OwnershipService, UserCredentialsRepository],
})
export class OwnershipModule {}
