import { Module } from '@nestjs/common';
import { byKey } from '#libs/auth';
import { EventCounts } from './event-counts.js';
import { ReportsResolver } from './graphql/reports.resolver.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  controllers: [ReportsController, byKey(ReportsController, { read: 'reports:read' })],
  providers: [EventCounts, ReportsResolver, ReportsService],
  exports: [EventCounts],
})
export class ReportsModule {}
