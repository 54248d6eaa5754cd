import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { LinksModule } from '../links/links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddressUndoService } from './address-undo.service.js';
import { NotMyAccountService } from './not-my-account.service.js';
import { OwnershipService } from './ownership.service.js';
import { UserCredentialsRepository } from './user-credentials.repository.js';

/** Whose an account is: the proof of an address, "this was not me", and undoing a change of the login. */
@Module({
  imports: [AddressesModule, LinksModule, PasswordsModule, SessionsModule, TenantsModule, UsersModule],
  providers: [AddressUndoService, NotMyAccountService, OwnershipService, UserCredentialsRepository],
  exports: [AddressUndoService, NotMyAccountService, OwnershipService, UserCredentialsRepository],
})
export class OwnershipModule {}
