import { Module } from '@nestjs/common';
import { ContactEvents } from '../contacts/contact-events.js';
import { CustomFieldProcessor } from './custom-field.processor.js';
import { CustomFieldRepository } from './custom-field.repository.js';
import { CustomFieldsController } from './custom-fields.controller.js';
import { CustomFields } from './custom-fields.js';
import { CustomFieldsResolver } from './graphql/custom-fields.resolver.js';
import { CustomFieldsService } from './custom-fields.service.js';

@Module({
  controllers: [CustomFieldsController],
  providers: [
    ContactEvents,
    CustomFieldProcessor,
    CustomFieldRepository,
    CustomFields,
    CustomFieldsResolver,
    CustomFieldsService,
  ],
  exports: [CustomFields, CustomFieldsService],
})
export class CustomFieldsModule {}
