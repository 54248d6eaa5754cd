import { Module } from '@nestjs/common';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { ImportResolver } from './graphql/import.resolver.js';
import { ImportController } from './import.controller.js';

@Module({ imports: [PagesFeatureModule], controllers: [ImportController], providers: [ImportResolver] })
export class ImportingModule {}
