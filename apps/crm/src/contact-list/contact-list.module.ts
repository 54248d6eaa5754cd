import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ContactExportController } from './contact-export.controller.js';
import { ContactExportService } from './contact-export.service.js';
import { ContactListController } from './contact-list.controller.js';
import { ContactExportResolver } from './graphql/contact-export.resolver.js';
import { ContactListResolver } from './graphql/contact-list.resolver.js';
import { ContactListRepository } from './contact-list.repository.js';
import { ContactListService } from './contact-list.service.js';

@Module({
  imports: [AccountSettingsModule, ContactsModule, CustomFieldsModule, KeysModule],
  // Before the module of contacts, whose `:id` would take the name of the file.
  controllers: [ContactExportController, ContactListController],
  providers: [
    ContactExportResolver,
    ContactExportService,
    ContactListRepository,
    ContactListResolver,
    ContactListService,
  ],
  exports: [ContactExportService, ContactListService],
})
export class ContactListModule {}
