import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { DomainReportsController } from './domain-reports.controller.js';
import { ReportRetention } from './report-retention.js';
import { TrustReportRepository } from './trust-report.repository.js';
import { TrustReports } from './trust-reports.service.js';
import { DomainReportsResolver } from './graphql/domain-reports.resolver.js';

@Module({
  imports: [DomainsModule],
  controllers: [DomainReportsController],
  providers: [DomainReportsResolver, ReportRetention, TrustReportRepository, TrustReports],
  exports: [TrustReports],
})
export class TrustReportsModule {}
