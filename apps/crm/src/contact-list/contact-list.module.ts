import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ContactListController } from './contact-list.controller.js';
import { ContactListRepository } from './contact-list.repository.js';
import { ContactListService } from './contact-list.service.js';

@Module({
  imports: [AccountSettingsModule, ContactsModule, KeysModule],
  controllers: [ContactListController],
  providers: [ContactListRepository, ContactListService],
  exports: [ContactListService],
})
export class ContactListModule {}
