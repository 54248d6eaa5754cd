import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { CredentialReader } from './credential-reader.js';
import { KeyUse } from '../use/key-use.js';
import type { KeyScope } from '../access/access.js';
import { requireOneOf } from '../access/key-scope.js';
import type { KeyPrincipal } from '../principal/principal.js';
import type { KeyView, TenantView } from './views.js';

const KEY_PATTERN = /^(?:sk_master|sk_live|sk_test|pk_live)_[0-9a-f]{48}$/;
const CACHED_KEYS = 50_000;

/** SHA-256 (hex) of a key's secret, its name in the credential view. */
export function hashKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Authenticates an API key, by the credential view at every call. */
@Injectable()
export class KeyAuthenticator {
  /** Lets key and tenant be read in one round trip. Safe to cache: a key never changes its tenant. */
  private readonly tenantOfKey = new LRUCache<string, TenantId>({ max: CACHED_KEYS });

  constructor(
    private readonly credentials: CredentialReader,
    private readonly use: KeyUse,
  ) {}

  /**
   * @param scope that the key must have, of several one; any key will do without
   * @throws Problem AuthorizationError, PermissionDenied or TenantSuspended
   */
  async authenticate(secret: string | null, scope?: KeyScope): Promise<KeyPrincipal> {
    if (!secret || !KEY_PATTERN.test(secret)) throw invalidKey();
    return this.authenticateHash(hashKey(secret), scope);
  }

  /** Authenticates the key of a hash, for a client that has proved to have the key. @throws what {@link authenticate} throws */
  async authenticateHash(hash: string, scope?: KeyScope): Promise<KeyPrincipal> {
    const { key, tenant } = await this.find(hash);
    if (key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()) throw invalidKey();
    if (scope) requireOneOf(key.scopes, [scope].flat());
    if (tenant.status === 'suspended') throw new Problem('TenantSuspended');
    this.use.record(key.keyId);
    return { kind: 'key', keyId: key.keyId, scopes: key.scopes, environment: key.environment, tenant };
  }

  private async find(hash: string): Promise<{ key: KeyView; tenant: TenantView }> {
    const hint = this.tenantOfKey.get(hash);
    const [key, hinted] = hint
      ? await this.credentials.readPair(['key', hash], ['tenant', hint])
      : [await this.credentials.read('key', hash), null];
    if (!key) throw invalidKey();
    const tenant = hinted ?? (await this.credentials.read('tenant', key.tenantId));
    if (!tenant) throw invalidKey();
    if (!hint) this.tenantOfKey.set(hash, key.tenantId);
    return { key, tenant };
  }
}

const invalidKey = () =>
  new Problem('AuthorizationError', { message: 'The API key is missing, malformed, unknown, expired or revoked' });
