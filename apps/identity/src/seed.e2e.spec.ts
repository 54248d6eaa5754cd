import { describe, expect, it } from 'vitest';
import { hashKey } from '#libs/core/auth';
import { identityStack, SERVICE_SECRET } from '../../../test/support/identity-stack.js';
import { seed } from './seed.js';
import { ALL_SCOPES } from './api-keys/scopes.js';
import { useStack } from '../../../test/support/use-stack.js';

const identity = useStack(identityStack);

const API_KEY = `sk_test_${'a1'.repeat(24)}`;

function environmentWith(userPassword: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: identity.database.url,
    DATABASE_SYSTEM_URL: identity.database.systemUrl,
    SMTP_URL: 'smtp://127.0.0.1:9',
    REDIS_URL: identity.redisUrl,
    SERVICE_SECRET,
    ENCRYPTION_KEYS: identity.config.encryptionKeys,
    SEED_USER_PASSWORD: userPassword,
    SEED_OPERATOR_PASSWORD: 'operator-password',
    SEED_API_KEY: API_KEY,
    DASHBOARD_URL: 'http://127.0.0.1:3006',
  };
}

const login = (email: string, password: string) => identity.service.post('/internal/sessions', { email, password });

describe('the seed', () => {
  it('makes the demo tenant with its owner and key, and an operator', async () => {
    const seeded = await seed(environmentWith('first-password'));
    expect(seeded).toEqual({
      tenant: { id: expect.stringMatching(/^acc_/), slug: 'demo' },
      user: { id: expect.stringMatching(/^usr_/), email: 'demo@service.test' },
      operator: { id: expect.stringMatching(/^usr_/), email: 'operator@service.test' },
      apiKey: API_KEY,
      oidc: { clientId: 'dashboard', redirectUri: 'http://127.0.0.1:3006/auth/callback' },
    });
    const { body } = await identity.service.get(`/internal/users/${seeded.user.id}`);
    const { id, slug } = seeded.tenant;
    expect(body.tenants).toEqual([
      {
        id,
        slug,
        name: 'Demo',
        role: 'owner',
        status: 'active',
        plan: '',
        products: ['mail', 'pages', 'crm'],
        deletesAt: null,
      },
    ]);
    const operator = await identity.service.get(`/internal/users/${seeded.operator.id}`);
    expect(operator.body).toMatchObject({ operator: true, tenants: [] });
    const resolved = await identity.service.post('/internal/credentials/resolve', {
      names: [['key', hashKey(API_KEY)]],
    });
    expect(resolved.body.entries).toEqual([expect.objectContaining({ tenantId: id, scopes: ALL_SCOPES })]);
    expect((await login('demo@service.test', 'first-password')).status).toBe(200);
    expect((await login('operator@service.test', 'operator-password')).status).toBe(200);
  });

  it('keeps what it created before, and sets the given password', async () => {
    const first = await seed(environmentWith('first-password'));
    expect(await seed(environmentWith('second-password'))).toEqual(first);
    expect((await login('demo@service.test', 'first-password')).status).toBe(401);
    expect((await login('demo@service.test', 'second-password')).status).toBe(200);
    const [row] = await identity.sql('select count(*)::int as count from api_key');
    expect(row).toEqual({ count: 1 });
  });
});
