import { Module } from '@nestjs/common';
import { EventCounts } from './event-counts.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  controllers: [ReportsController],
  providers: [EventCounts, ReportsService],
  exports: [EventCounts],
})
export class ReportsModule {}
