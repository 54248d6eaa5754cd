import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Operator } from '#libs/auth';
import { Operation } from '#libs/http';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import type { ConsoleTenantDeletion } from './console-tenant-deletion.js';
import { ListTenantDeletionsQuery, TenantDeletionPage } from './dto/tenant-deletion.responses.js';

interface DeletionPage {
  deletions: ConsoleTenantDeletion[];
  nextCursor: number;
  hasMore: boolean;
}

@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Operator()
@Controller('api/admin/tenant-deletions')
export class ConsoleTenantDeletionsController {
  constructor(private readonly identity: IdentityGateway) {}

  @Get()
  @Operation({
    summary: 'Deletions of tenants, newest first',
    description:
      'Also those that are finished: what each app has removed, and when. NextCursor of a page, passed as cursor, ' +
      'begins the next page; 0 means the end.',
    success: { status: 200, type: TenantDeletionPage },
  })
  async list(@Query() { cursor = 0, limit }: ListTenantDeletionsQuery): Promise<TenantDeletionPage> {
    const query = new URLSearchParams({ cursor: `${cursor}`, limit: `${limit}` });
    const path = `/internal/console/tenant-deletions?${query}`;
    const { deletions, ...page } = await this.identity.request<DeletionPage>('GET', path);
    return TenantDeletionPage.of({ items: deletions, ...page });
  }
}
