import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { LinkTokensModule } from '../link-tokens/link-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OwnershipModule } from '../ownership/ownership.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { NewPasswordService } from './new-password.service.js';
import { PasswordsController } from './passwords.controller.js';

@Module({
  imports: [
    AddressesModule,
    LinkTokensModule,
    MailModule,
    OwnershipModule,
    PasswordsModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [PasswordsController],
  providers: [ForgottenPasswordService, NewPasswordService],
  exports: [ForgottenPasswordService, NewPasswordService],
})
export class PasswordResetModule {}
