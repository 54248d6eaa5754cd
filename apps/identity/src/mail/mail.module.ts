import { Module } from '@nestjs/common';
import { CancelledMail } from './cancelled-mail.js';
import { MailLimit } from './mail-limit.js';
import { MailLinks } from './mail-links.js';
import { MailOutbox } from './mail-outbox.js';
import { MailTransport } from './mail-transport.js';
import { ReaderLanguage } from './reader-language.js';
import { MailProcessor } from './mail.processor.js';

@Module({
  providers: [CancelledMail, MailLimit, MailLinks, MailOutbox, MailProcessor, MailTransport, ReaderLanguage],
  exports: [MailLimit, MailLinks, MailOutbox],
})
export class MailModule {}
