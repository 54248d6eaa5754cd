import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ContactCriteria } from './contact-criteria.js';

/** Criteria on contacts, for segments and journeys. */
@Module({
  imports: [AccountSettingsModule, CustomFieldsModule, KeysModule],
  providers: [ContactCriteria],
  exports: [ContactCriteria],
})
export class CriteriaModule {}
