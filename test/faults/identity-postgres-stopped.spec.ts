import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayStack, type GatewayStack } from '../support/gateway-stack.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import { PASSWORD, type TestOwner } from '../support/identity-stack.js';
import { PostgresCluster } from '../support/postgres-cluster.js';

const UNAVAILABLE = {
  Error: { Type: 'Receiver', Code: 'ServiceUnavailable', Message: expect.any(String) },
  RequestId: expect.any(String),
};

let home: string;
let postgres: PostgresCluster;
let stack: GatewayStack;
let owner: TestOwner;
let session: HttpClient;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'identity-'));
  postgres = await PostgresCluster.start(home, 'identity');
  const { url, systemUrl } = postgres.urls;
  stack = await gatewayStack({ identity: { DATABASE_URL: url, DATABASE_SYSTEM_URL: systemUrl } });
  owner = await stack.identity.createOwner();
  session = await stack.createSession(owner);
  await postgres.stop();
});
afterAll(async () => {
  await stack?.close();
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
});

function expectUnavailable({ status, body }: Answer): void {
  expect([status, body]).toEqual([503, UNAVAILABLE]);
}

describe('while the database of identity is stopped', () => {
  it('a login is answered 503, by identity and through the platform', async () => {
    expectUnavailable(
      await stack.identity.service.post('/internal/sessions', { email: owner.email, password: PASSWORD }),
    );
    expectUnavailable(await stack.login(owner.email));
  });

  it('GET /api/auth/me is answered 503', async () => {
    expectUnavailable(await session.get('/api/auth/me'));
  });

  it.each([
    '/internal/users/:userId',
    '/internal/users/:userId/sessions',
    '/internal/users/:userId/two-factor',
    '/internal/tenants/:tenantId',
    '/internal/tenants/:tenantId/members?actorId=:userId',
    '/internal/tenants/:tenantId/api-keys?actorId=:userId',
    '/internal/tenants/:tenantId/invitations?actorId=:userId',
    '/internal/console/tenants',
    '/internal/statistics',
  ])('GET %s is answered 503', async (path) => {
    const filled = path.replace(':tenantId', owner.tenantId).replace(':userId', owner.id);
    expectUnavailable(await stack.identity.service.get(filled));
  });

  it.each([
    ['/internal/passwords/forgotten', () => ({ email: owner.email })],
    ['/internal/signing-keys/rotate', () => ({})],
    ['/internal/credentials/resolve', () => ({ names: [['user', owner.id]] })],
  ])('POST %s is answered 503', async (path, body) => {
    expectUnavailable(await stack.identity.service.post(path, body()));
  });

  it('identity works again as soon as the database is back', async () => {
    await postgres.start();
    expect((await stack.login(owner.email)).status).toBe(200);
    expect((await session.get('/api/auth/me')).status).toBe(200);
  });
});
