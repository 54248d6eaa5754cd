import { Module } from '@nestjs/common';
import { CustomFieldRepository } from './custom-field.repository.js';
import { CustomFields } from './custom-fields.js';

/** The fields that accounts have added, for features that read and write contacts. The routes are in `FieldsModule`. */
@Module({
  providers: [CustomFieldRepository, CustomFields],
  exports: [CustomFieldRepository, CustomFields],
})
export class CustomFieldsModule {}
