import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { ReportsResolver } from './graphql/reports.resolver.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  controllers: [ReportsController, byKey(ReportsController, { read: 'reports:read' })],
  providers: [ReportsResolver, ReportsService],
  exports: [ReportsService],
})
export class ReportsModule {}
