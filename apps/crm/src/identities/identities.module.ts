import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { IdentitiesController } from './identities.controller.js';
import { IdentityResolver } from './identity-resolver.js';

@Module({
  imports: [AccountSettingsModule, ContactsModule, KeysModule],
  controllers: [IdentitiesController],
  providers: [IdentityResolver],
})
export class IdentitiesModule {}
