import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { ContactRepository } from './contact.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';

@Module({
  imports: [AccountSettingsModule, KeysModule, TimelineModule],
  controllers: [ContactsController],
  providers: [ContactRepository, ContactsService],
  exports: [ContactRepository, ContactsService],
})
export class ContactsModule {}
