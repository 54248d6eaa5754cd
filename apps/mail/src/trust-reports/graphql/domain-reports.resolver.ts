import { Args, ArgsType, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { IdArgument } from '#libs/core/graphql';
import { Problem } from '#libs/core/http';
import { DomainsService } from '../../domains/domains.service.js';
import { DomainReportsQuery, periodOf } from '../report.requests.js';
import { DomainReportsResponse } from '../report.responses.js';
import { TrustReports } from '../trust-reports.service.js';

@ArgsType()
export class DomainReportsArgs extends DomainReportsQuery {
  @IdArgument()
  domain_id: string;
}

@Session()
@Resolver(() => DomainReportsResponse)
export class DomainReportsResolver {
  constructor(
    private readonly domains: DomainsService,
    private readonly reports: TrustReports,
  ) {}

  @Query(() => DomainReportsResponse, {
    nullable: true,
    description: 'What receivers saw of mail from a domain (DMARC), and how connections to it went (TLS-RPT).',
  })
  async mailDomainReports(@Args() args: DomainReportsArgs): Promise<DomainReportsResponse> {
    const domain = await this.domains.find(currentTenantId(), args.domain_id);
    if (!domain) throw new Problem('NotFound');
    const period = periodOf(args);
    const scope = { tenantId: domain.tenantId, domainId: domain.id };
    return DomainReportsResponse.of(period, await this.reports.summarise({ ...scope, ...period }));
  }
}
