import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { ContactRepository } from './contact.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';
import { MailboxContactEraser } from './mailbox-contact.eraser.js';
import { ContactsResolver } from './graphql/contacts.resolver.js';

@Module({
  imports: [MailboxAccessModule],
  controllers: [ContactsController],
  providers: [ContactsResolver, ContactRepository, ContactsService, MailboxContactEraser],
  exports: [ContactsService],
})
export class ContactsModule {}
