import { Module } from '@nestjs/common';
import { ItemsResolver } from './graphql/items.resolver.js';
import { ItemsController } from './items.controller.js';

@Module({ controllers: [ItemsController], providers: [ItemsResolver] })
export class ItemsModule {}
