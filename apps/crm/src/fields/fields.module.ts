import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { FieldsController } from './fields.controller.js';
import { FieldsResolver } from './graphql/fields.resolver.js';

@Module({ imports: [CustomFieldsModule], controllers: [FieldsController], providers: [FieldsResolver] })
export class FieldsModule {}
