import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Errors, Operation } from '#libs/core/http';
import { toNewApiKey } from './api-keys.js';
import { ApiKeysService } from './api-keys.service.js';
import { CreateApiKeyRequest, ListApiKeysQuery } from './dto/api-key.requests.js';
import { ApiKeyListResponse, CreatedApiKeyResponse } from './dto/api-key.responses.js';
import { OwnTenant } from './tenant-of-path.guard.js';

@ApiTags('API keys')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/tenants/:id/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post()
  @OwnTenant({ manage: true })
  @Errors(409)
  @Operation({
    summary: 'Make an API key',
    description: 'Only this answer shows the key itself. Needs an owner or admin. 409 while 100 keys are not revoked.',
    success: { status: 201, type: CreatedApiKeyResponse },
  })
  async create(
    @Param('id') tenantId: string,
    @Body() body: CreateApiKeyRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedApiKeyResponse> {
    const created = await this.keys.create(tenantId, toNewApiKey(body));
    response.location(`/api/tenants/${tenantId}/api-keys/${created.apiKey.id}`);
    return CreatedApiKeyResponse.of(created);
  }

  @Get()
  @OwnTenant()
  @Operation({
    summary: 'The API keys of a tenant',
    description: 'A key itself is shown only when it is made; the list has its first and its last characters.',
    success: { status: 200, type: ApiKeyListResponse },
  })
  async list(@Param('id') tenantId: string, @Query() page: ListApiKeysQuery): Promise<ApiKeyListResponse> {
    return ApiKeyListResponse.of(await this.keys.listPage(tenantId, page));
  }

  @Delete(':keyId')
  @OwnTenant({ manage: true, whileSuspended: true })
  @Operation({
    summary: 'Revoke an API key',
    description: 'When this has answered, every API rejects the key. A repeat is harmless.',
    success: { status: 204 },
  })
  async revoke(@Param('id') tenantId: string, @Param('keyId') keyId: string): Promise<void> {
    await this.keys.revoke(tenantId, keyId);
  }
}
