import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { ImportResolver } from './graphql/import.resolver.js';
import { ImportController } from './import.controller.js';
import { ImportingService } from './importing.service.js';

@Module({
  imports: [FormsModule, PagesFeatureModule],
  controllers: [ImportController],
  providers: [ImportingService, ImportResolver],
})
export class ImportingModule {}
