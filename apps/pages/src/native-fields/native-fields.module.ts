import { Module } from '@nestjs/common';
import { NativeFieldsResolver } from './graphql/native-fields.resolver.js';
import { NativeFieldsController } from './native-fields.controller.js';

@Module({ controllers: [NativeFieldsController], providers: [NativeFieldsResolver] })
export class NativeFieldsModule {}
