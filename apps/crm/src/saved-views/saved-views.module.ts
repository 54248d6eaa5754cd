import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { SavedViewsResolver } from './graphql/saved-views.resolver.js';
import { SavedViewRepository } from './saved-view.repository.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsService } from './saved-views.service.js';

@Module({
  imports: [CustomFieldsModule],
  controllers: [SavedViewsController],
  providers: [SavedViewRepository, SavedViewsResolver, SavedViewsService],
})
export class SavedViewsModule {}
