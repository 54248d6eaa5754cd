import { Module } from '@nestjs/common';
import { BlocklistModule } from '../blocklist/blocklist.module.js';
import { LinkTokensModule } from '../link-tokens/link-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';
import { VerificationMail } from './verification-mail.js';

@Module({
  imports: [BlocklistModule, LinkTokensModule, MailModule, UsersModule],
  controllers: [AddressesController],
  providers: [AddressesService, VerificationMail],
  exports: [AddressesService, VerificationMail],
})
export class AddressesModule {}
