import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { BlocklistModule } from '../blocklist/blocklist.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { OwnerCheck } from './owner-check.js';
import { PasswordCheck } from './password-check.js';
import { RegistrationService } from './registration.service.js';
import { UserRepository } from './user.repository.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AddressesModule, BlocklistModule, MailModule, PasswordsModule, TenantsModule],
  controllers: [UsersController],
  providers: [OwnerCheck, PasswordCheck, RegistrationService, UserRepository, UsersService],
  exports: [OwnerCheck, PasswordCheck, RegistrationService, UserRepository, UsersService],
})
export class UsersModule {}
