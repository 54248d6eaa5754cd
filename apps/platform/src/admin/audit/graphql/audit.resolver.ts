import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, IdentityOutage, Operator, Session } from '#libs/core/auth';
import type { Page, PageRequest, TenantId } from '#libs/core/persistence';
import { auditPageRequest } from '../audit-page-request.js';
import { toEntryView, toTenantEntryView } from '../audit.mapper.js';
import { ConsoleAuditService } from '../console-audit.service.js';
import type { AuditFilters } from '../dto/audit.requests.js';
import { AuditEntryView } from '../dto/audit.responses.js';
import { AuditConnectionArgs, AuditEntryConnection, ConsoleAuditConnectionArgs } from './audit.types.js';

@IdentityOutage('ProviderError')
@Resolver(() => AuditEntryView)
export class AuditResolver {
  constructor(private readonly audit: ConsoleAuditService) {}

  @Query(() => AuditEntryConnection, {
    nullable: true,
    description: 'The audit log of the platform, newest first. For operators.',
  })
  @Operator()
  platformAuditEntries(
    @Args() { first, after, tenant, ...filters }: ConsoleAuditConnectionArgs,
  ): Promise<AuditEntryConnection> {
    return AuditEntryConnection.read({ first, after }, (page) =>
      this.list({ ...filters, ...page }, tenant, toEntryView),
    );
  }

  @Query(() => AuditEntryConnection, {
    nullable: true,
    description:
      "The account's audit log, newest first. It has what operators of the platform did in it, without saying which.",
  })
  @Session({ role: 'admin' })
  auditEntries(@Args() { first, after, ...filters }: AuditConnectionArgs): Promise<AuditEntryConnection> {
    return AuditEntryConnection.read({ first, after }, (page) =>
      this.list({ ...filters, ...page }, currentTenantId(), toTenantEntryView),
    );
  }

  private async list(
    request: AuditFilters & PageRequest,
    tenantId: TenantId | undefined,
    toView: typeof toEntryView,
  ): Promise<Page<AuditEntryView>> {
    const { items, ...page } = await this.audit.listPage({ ...auditPageRequest(request), tenantId });
    return { ...page, items: items.map(toView) };
  }
}
