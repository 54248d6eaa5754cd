import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { SignatureRepository } from './signature.repository.js';
import { SignaturesController } from './signatures.controller.js';
import { SignaturesService } from './signatures.service.js';

@Module({
  imports: [MailboxAccessModule],
  controllers: [SignaturesController],
  providers: [HtmlDisplay, SignatureRepository, SignaturesService],
  exports: [SignaturesService],
})
export class SignaturesModule {}
