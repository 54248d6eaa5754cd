import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { Errors, isPublicId, Operation, Problem } from '#libs/http';
import { IdentityGateway } from '../auth/identity-gateway.js';
import { toNewApiKey, type ApiKey } from './api-keys.js';
import { CreateApiKeyRequest, ListApiKeysQuery } from './dto/api-key.requests.js';
import { ApiKeyListResponse, ApiKeyResponse, CreatedApiKeyResponse } from './dto/api-key.responses.js';
import { OwnTenant } from './tenant-of-path.guard.js';

@ApiTags('API keys')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/tenants/:id/api-keys')
export class ApiKeysController {
  constructor(private readonly identity: IdentityGateway) {}

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
    const request = { ...toNewApiKey(body), actorId: currentSession().userId };
    const { apiKey, secret } = await this.identity.request<{ apiKey: ApiKey; secret: string }>(
      'POST',
      `/internal/tenants/${tenantId}/api-keys`,
      request,
    );
    response.location(`/api/tenants/${tenantId}/api-keys/${apiKey.id}`);
    return { ApiKey: ApiKeyResponse.of(apiKey), Secret: secret };
  }

  @Get()
  @OwnTenant()
  @Operation({
    summary: 'The API keys of a tenant',
    description: 'A key itself is shown only when it is made; the list has its prefix.',
    success: { status: 200, type: ApiKeyListResponse },
  })
  async list(
    @Param('id') tenantId: string,
    @Query() { cursor = 0, limit }: ListApiKeysQuery,
  ): Promise<ApiKeyListResponse> {
    const query = new URLSearchParams({ actorId: currentSession().userId, cursor: `${cursor}`, limit: `${limit}` });
    const path = `/internal/tenants/${tenantId}/api-keys?${query}`;
    const page = await this.identity.request<{ apiKeys: ApiKey[]; nextCursor: number; hasMore: boolean }>('GET', path);
    return ApiKeyListResponse.of({ items: page.apiKeys, ...page });
  }

  @Delete(':keyId')
  @OwnTenant({ manage: true, whileSuspended: true })
  @Operation({
    summary: 'Revoke an API key',
    description: 'When this has answered, every API rejects the key. A repeat is harmless.',
    success: { status: 204 },
  })
  async revoke(@Param('id') tenantId: string, @Param('keyId') keyId: string): Promise<void> {
    if (!isPublicId('key', keyId)) throw new Problem('NotFound');
    const path = `/internal/tenants/${tenantId}/api-keys/${keyId}/revoke`;
    await this.identity.request('POST', path, { actorId: currentSession().userId });
  }
}
