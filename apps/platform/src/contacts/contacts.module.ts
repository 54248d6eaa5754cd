import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { ListsModule } from '../lists/lists.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ContactEraser } from './contact.eraser.js';
import { ContactImportService } from './contact-import.service.js';
import { ContactRepository } from './contact.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';
import { ContactChangesResolver } from './graphql/contact-changes.resolver.js';
import { ContactsResolver } from './graphql/contacts.resolver.js';
import { ListedContactsController } from './listed-contacts.controller.js';

@Module({
  imports: [ListsModule, WebhooksModule],
  controllers: [
    ContactsController,
    ListedContactsController,
    byKey(ContactsController, { read: 'contacts:read', write: 'contacts:write' }),
    byKey(ListedContactsController, { read: 'lists:read' }),
  ],
  providers: [
    ContactChangesResolver,
    ContactEraser,
    ContactImportService,
    ContactRepository,
    ContactsResolver,
    ContactsService,
  ],
  exports: [ContactImportService, ContactRepository, ContactsService],
})
export class ContactsModule {}
