import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKey, currentKey } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { UsageService } from '../usage/usage.service.js';
import { AccountResponse, UsageCounters, UsageResponse } from './account.responses.js';

@ApiTags('Account')
@Controller('v1/account')
export class AccountController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiKey('account:read')
  @Operation({
    summary: 'The account that the key belongs to',
    description: 'Includes the id and the scopes of the key, so that a server can check what it may do.',
    success: { status: 200, type: AccountResponse },
    errors: [404, 502],
  })
  getAccount(): AccountResponse {
    const { tenant, keyId, scopes } = currentKey();
    return {
      TenantId: tenant.id,
      Name: tenant.name,
      Plan: tenant.plan,
      Status: tenant.status,
      ApiKeyId: keyId,
      ApiKeyScope: scopes.join(','),
    };
  }

  @Get('usage')
  @ApiKey('account:read')
  @Operation({
    summary: 'What the account has used this month, and its daily limit',
    description: 'Counts of the current calendar month; UpdatedAt is null before the first call.',
    success: { status: 200, type: UsageResponse },
    errors: [502],
  })
  async getUsage(): Promise<UsageResponse> {
    return { Usage: UsageCounters.of(await this.usage.get(currentKey().tenant, new Date())) };
  }
}
