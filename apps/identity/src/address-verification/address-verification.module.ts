import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { LinkTokensModule } from '../link-tokens/link-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { UsersModule } from '../users/users.module.js';
import { VerificationController } from './verification.controller.js';
import { VerificationService } from './verification.service.js';

@Module({
  imports: [AddressesModule, InvitationsModule, LinkTokensModule, MailModule, UsersModule],
  controllers: [VerificationController],
  providers: [VerificationService],
  exports: [VerificationService],
})
export class AddressVerificationModule {}
