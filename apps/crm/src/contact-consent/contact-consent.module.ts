import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ConsentController } from './consent.controller.js';
import { ConsentResolver, ContactConsentResolver } from './graphql/consent.resolver.js';
import { ConsentModule } from '../consent/consent.module.js';
import { ConsentService } from './consent.service.js';

@Module({
  imports: [AccountSettingsModule, ConsentModule, ContactsModule, KeysModule],
  controllers: [ConsentController],
  providers: [ConsentResolver, ConsentService, ContactConsentResolver],
})
export class ContactConsentModule {}
