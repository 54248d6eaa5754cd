import { Module } from '@nestjs/common';
import { MailLimit } from './mail-limit.js';
import { MailLinks } from './mail-links.js';
import { MailOutbox } from './mail-outbox.js';
import { MailTransport } from './mail-transport.js';
import { MailProcessor } from './mail.processor.js';

@Module({
  providers: [MailLimit, MailLinks, MailOutbox, MailProcessor, MailTransport],
  exports: [MailLimit, MailLinks, MailOutbox],
})
export class MailModule {}
