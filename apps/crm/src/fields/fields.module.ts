import { Module } from '@nestjs/common';
import { ContactEventsModule } from '../contact-events/contact-events.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { CustomFieldProcessor } from './custom-field.processor.js';
import { CustomFieldsController } from './custom-fields.controller.js';
import { CustomFieldsService } from './custom-fields.service.js';
import { FieldsController } from './fields.controller.js';
import { CustomFieldsResolver } from './graphql/custom-fields.resolver.js';
import { FieldsResolver } from './graphql/fields.resolver.js';

/** The catalogue of all fields, and the definitions of those that accounts add. */
@Module({
  imports: [ContactEventsModule, CustomFieldsModule],
  controllers: [CustomFieldsController, FieldsController],
  providers: [CustomFieldProcessor, CustomFieldsResolver, CustomFieldsService, FieldsResolver],
})
export class FieldsModule {}
