import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownDomain } from '../domains/known-domain.js';
import type { KeyedMailDomain } from '../domains/mail-domain.js';
import { DomainReportsQuery, periodOf } from './report.requests.js';
import { DomainReportsResponse } from './report.responses.js';
import { TrustReports } from './trust-reports.service.js';

@ApiTags('Domains')
@Controller('domains/:id')
export class DomainReportsController {
  constructor(private readonly reports: TrustReports) {}

  @Get('reports')
  @KeyOrSession('mail:admin')
  @Operation({
    summary: 'Read what others report about a domain',
    description:
      'What receivers saw of mail from the domain, by source address (DMARC), and how connections of senders to it went ' +
      '(TLS-RPT). A report counts on the day on which its period begins. Who wrote a report is not proven.',
    success: { status: 200, type: DomainReportsResponse },
  })
  async list(
    @KnownDomain() { tenantId, id }: KeyedMailDomain,
    @Query() query: DomainReportsQuery,
  ): Promise<DomainReportsResponse> {
    const period = periodOf(query);
    return DomainReportsResponse.of(period, await this.reports.summarise({ tenantId, domainId: id, ...period }));
  }
}
