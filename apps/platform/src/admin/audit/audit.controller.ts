import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, IdentityOutage, Operator, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { toAuditPage, toTenantEntryView } from './audit.mapper.js';
import { auditPageRequest } from './audit-page-request.js';
import { ConsoleAuditService } from './console-audit.service.js';
import { ConsoleAuditQuery, ListAuditQuery } from './dto/audit.requests.js';
import { AuditPageResponse } from './dto/audit.responses.js';

@IdentityOutage('ProviderError')
@Controller('api')
export class AuditController {
  constructor(private readonly audit: ConsoleAuditService) {}

  @Get('admin/audit')
  @ApiTags('Operator console')
  @Operator()
  @Operation({
    summary: 'Search the audit log of the platform, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: AuditPageResponse },
  })
  async list(@Query() query: ConsoleAuditQuery): Promise<AuditPageResponse> {
    return toAuditPage(await this.audit.listPage({ ...auditPageRequest(query), tenantId: query.tenant }));
  }

  @Get('audit')
  @ApiTags('Audit')
  @Session({ role: 'admin' })
  @Operation({
    summary: "Search the tenant's audit log, newest first",
    description: 'Includes what operators of the platform did in the tenant, without saying which operator.',
    success: { status: 200, type: AuditPageResponse },
  })
  async listOfTenant(@Query() query: ListAuditQuery): Promise<AuditPageResponse> {
    const page = await this.audit.listPage({ ...auditPageRequest(query), tenantId: currentTenantId() });
    return toAuditPage(page, toTenantEntryView);
  }
}
