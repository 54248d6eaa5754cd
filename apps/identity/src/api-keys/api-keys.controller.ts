import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal, KEY_USE_PATH } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';
import { CreateApiKeyRequest, KeyUseRequest, ListApiKeysQuery, RevokeApiKeyRequest } from './api-key.requests.js';

@ApiExcludeController()
@Internal()
@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post('internal/tenants/:tenantId/api-keys')
  @Operation({ summary: 'Create an API key', success: { status: 201 } })
  async create(@Param('tenantId') tenantId: string, @Body() body: CreateApiKeyRequest) {
    const { actorId, name, scopes, kind = 'secret', environment = 'live', expiresAt } = body;
    const wanted = { name, kind, scopes: [...new Set(scopes)], environment };
    const { apiKey, secret } = await this.keys.create(tenantId, actorId, {
      ...wanted,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
    return { apiKey: toApiKey(apiKey), secret };
  }

  @Get('internal/tenants/:tenantId/api-keys')
  @Operation({ summary: 'The API keys of a tenant', success: { status: 200 } })
  async list(@Param('tenantId') tenantId: string, @Query() { actorId, cursor, limit }: ListApiKeysQuery) {
    const { items, nextCursor, hasMore } = await this.keys.list(tenantId, actorId, cursor, limit);
    return { apiKeys: items.map(toApiKey), nextCursor, hasMore };
  }

  @Post('internal/tenants/:tenantId/api-keys/:keyId/revoke')
  @Operation({ summary: 'Revoke an API key; a repeat is harmless', success: { status: 204 } })
  revoke(
    @Param('tenantId') tenantId: string,
    @Param('keyId') keyId: string,
    @Body() { actorId }: RevokeApiKeyRequest,
  ): Promise<void> {
    return this.keys.revoke(tenantId, actorId, keyId);
  }

  @Post(KEY_USE_PATH)
  @Operation({ summary: 'Note when keys were last used', success: { status: 204 } })
  used(@Body() { uses }: KeyUseRequest): Promise<void> {
    return this.keys.updateLastUse(uses.map(({ keyId, at }) => ({ keyId, at: new Date(at) })));
  }
}

/** A key without its hash. */
function toApiKey(key: ApiKey) {
  const { id, name, kind, prefix, hint, scopes, environment, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  return { id, name, kind, prefix, hint, scopes, environment, createdAt, lastUsedAt, expiresAt, revokedAt };
}
