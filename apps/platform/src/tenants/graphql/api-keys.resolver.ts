import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { IdentityOutage, Session } from '#libs/core/auth';
import { toNewApiKey } from '../api-keys.js';
import { ApiKeysService } from '../api-keys.service.js';
import { CreateApiKeyFields } from '../dto/api-key.requests.js';
import { ApiKeyResponse, CreatedApiKeyResponse } from '../dto/api-key.responses.js';
import { OwnTenant } from '../tenant-of-path.guard.js';
import { ApiKeyConnection, ApiKeyConnectionArgs, TenantId } from './tenant.types.js';

@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Resolver(() => ApiKeyResponse)
export class ApiKeysResolver {
  constructor(private readonly keys: ApiKeysService) {}

  @Query(() => ApiKeyConnection, {
    nullable: true,
    description: 'The API keys of an account, newest first, revoked ones included. A key itself is not shown.',
  })
  @OwnTenant()
  apiKeys(@Args() { tenantId, ...args }: ApiKeyConnectionArgs): Promise<ApiKeyConnection> {
    return ApiKeyConnection.read(args, (page) => this.keys.listPage(tenantId, page));
  }

  @Mutation(() => CreatedApiKeyResponse, {
    nullable: true,
    description: 'Makes an API key. Only this answer shows the key itself. For owners and admins.',
  })
  @OwnTenant({ manage: true })
  async createApiKey(
    @TenantId() tenantId: string,
    @Args('input') input: CreateApiKeyFields,
  ): Promise<CreatedApiKeyResponse> {
    const created = await this.keys.create(tenantId, toNewApiKey(input));
    return CreatedApiKeyResponse.of(created);
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Revokes an API key: when this has answered, every API rejects it. Answers its id.',
  })
  @OwnTenant({ manage: true, whileSuspended: true })
  async revokeApiKey(@TenantId() tenantId: string, @Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.keys.revoke(tenantId, id);
    return id;
  }
}
