import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AddressRepository } from './address.repository.js';
import { PasswordCheck } from './password-check.js';
import { UserRepository } from './user.repository.js';

@Module({
  imports: [PasswordsModule],
  providers: [AddressRepository, PasswordCheck, UserRepository],
  exports: [AddressRepository, PasswordCheck, UserRepository],
})
export class UsersModule {}
