import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenant, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { UsageService } from '../usage/usage.service.js';
import { TenantUsageQuery } from './tenant-usage.query.js';
import { TenantUsageResponse, TenantUsageView } from './tenant-usage.responses.js';

@ApiTags('Account')
@Controller('api/usage')
export class TenantUsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'What the account has used, and what its plan allows',
    description: 'This month and today, what is left, when it is counted anew, and the months before.',
    success: { status: 200, type: TenantUsageResponse },
  })
  async get(@Query() { months }: TenantUsageQuery): Promise<TenantUsageResponse> {
    return { Usage: TenantUsageView.of(await this.usage.report(currentTenant(), new Date(), months)) };
  }
}
