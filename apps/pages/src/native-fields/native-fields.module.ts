import { Module } from '@nestjs/common';
import { NativeFieldsController } from './native-fields.controller.js';

@Module({ controllers: [NativeFieldsController] })
export class NativeFieldsModule {}
