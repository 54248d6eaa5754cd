import { Injectable } from '@nestjs/common';
import { currentSession, hashKey, signingSecretOf } from '#libs/core/auth';
import { isPublicId, Problem } from '#libs/core/http';
import type { Page, PageRequest } from '#libs/core/persistence';
import { IdentityGateway } from '../auth/identity-gateway.js';
import { PlatformConfig } from '../config.js';
import type { ApiKey, CreatedApiKey, NewApiKey } from './api-keys.js';

interface ApiKeyPage {
  apiKeys: ApiKey[];
  nextCursor: number;
  hasMore: boolean;
}

/** The API keys of a tenant of the user of the session. Identity keeps them. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly config: PlatformConfig,
  ) {}

  /** The secrets are shown this once. @throws Problem Conflict while 100 keys are not revoked */
  async create(tenantId: string, key: NewApiKey): Promise<CreatedApiKey> {
    const body = { ...key, actorId: currentSession().userId };
    const path = `/internal/tenants/${tenantId}/api-keys`;
    const created = await this.identity.request<Omit<CreatedApiKey, 'signingSecret'>>('POST', path, body);
    const { apiKey, secret } = created;
    return { ...created, signingSecret: signingSecretOf(this.config.serviceSecret, hashKey(secret), apiKey.id) };
  }

  async listPage(tenantId: string, { cursor = 0, limit }: PageRequest): Promise<Page<ApiKey>> {
    const query = new URLSearchParams({ actorId: currentSession().userId, cursor: `${cursor}`, limit: `${limit}` });
    const path = `/internal/tenants/${tenantId}/api-keys?${query}`;
    const { apiKeys, ...page } = await this.identity.request<ApiKeyPage>('GET', path);
    return { items: apiKeys, ...page };
  }

  /** When this returns, every app rejects the key. @throws Problem NotFound */
  async revoke(tenantId: string, keyId: string): Promise<void> {
    if (!isPublicId('key', keyId)) throw new Problem('NotFound');
    const path = `/internal/tenants/${tenantId}/api-keys/${keyId}/revoke`;
    await this.identity.request('POST', path, { actorId: currentSession().userId });
  }
}
