import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { FieldsController } from './fields.controller.js';

@Module({ imports: [CustomFieldsModule], controllers: [FieldsController] })
export class FieldsModule {}
