import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { SignatureRepository } from './signature.repository.js';
import { SignaturesController } from './signatures.controller.js';
import { SignaturesService } from './signatures.service.js';
import { SignaturesResolver } from './graphql/signatures.resolver.js';

@Module({
  imports: [MailboxAccessModule],
  controllers: [SignaturesController],
  providers: [SignaturesResolver, HtmlDisplay, SignatureRepository, SignaturesService],
  exports: [SignaturesService],
})
export class SignaturesModule {}
