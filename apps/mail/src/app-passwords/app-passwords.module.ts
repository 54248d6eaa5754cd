import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { GrantsModule } from '../mailboxes/grants/grants.module.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { AppPasswordLogin } from './app-password-login.js';
import { AppPasswordRepository } from './app-password.repository.js';
import { AppPasswordsController } from './app-passwords.controller.js';
import { AppPasswordsService } from './app-passwords.service.js';
import { AppPasswordsResolver } from './graphql/app-passwords.resolver.js';

@Module({
  imports: [DomainsModule, GrantsModule, MailboxAccessModule],
  controllers: [AppPasswordsController],
  providers: [AppPasswordsResolver, AppPasswordLogin, AppPasswordRepository, AppPasswordsService],
  exports: [AppPasswordLogin],
})
export class AppPasswordsModule {}
