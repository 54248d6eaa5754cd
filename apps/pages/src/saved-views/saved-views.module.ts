import { Module } from '@nestjs/common';
import { ReportViewsResolver } from './graphql/report-views.resolver.js';
import { ReportViewRepository } from './report-view.repository.js';
import { ReportViewsController } from './report-views.controller.js';
import { ReportViewsService } from './report-views.service.js';

@Module({
  controllers: [ReportViewsController],
  providers: [ReportViewRepository, ReportViewsResolver, ReportViewsService],
})
export class SavedViewsModule {}
