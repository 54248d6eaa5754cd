import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Operator } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ConsoleTenantDeletions } from './console-tenant-deletions.service.js';
import { ListTenantDeletionsQuery, TenantDeletionPage } from './dto/tenant-deletion.responses.js';

@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Operator()
@Controller('api/admin/tenant-deletions')
export class ConsoleTenantDeletionsController {
  constructor(private readonly deletions: ConsoleTenantDeletions) {}

  @Get()
  @Operation({
    summary: 'Deletions of tenants, newest first',
    description:
      'Also those that are finished: what each app has removed, and when. NextCursor of a page, passed as cursor, ' +
      'begins the next page; 0 means the end.',
    success: { status: 200, type: TenantDeletionPage },
  })
  async list(@Query() page: ListTenantDeletionsQuery): Promise<TenantDeletionPage> {
    return TenantDeletionPage.of(await this.deletions.listPage(page));
  }
}
