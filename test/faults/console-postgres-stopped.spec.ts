import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';
import { PostgresCluster } from '../support/postgres-cluster.js';

const ABSENT = '0198c0de-0000-7000-8000-000000000000';

let home: string;
let postgres: PostgresCluster;
let stack: PlatformStack;
let operator: HttpClient;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'console-'));
  postgres = await PostgresCluster.start(home);
  const { url, systemUrl } = postgres.urls;
  stack = await platformStack({ environment: { DATABASE_URL: url, DATABASE_SYSTEM_URL: systemUrl, ROLE: 'api' } });
  operator = await stack.operator();
  await postgres.stop();
});
afterAll(async () => {
  await stack?.close();
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('while the database of the platform is stopped', () => {
  it.each([
    'blacklist',
    `blacklist/${ABSENT}`,
    'blacklist/suggestions',
    'datacenter-asn',
    'datacenter-asn/64496',
    'platform-alerts',
    `platform-alerts/${ABSENT}`,
    'platform-alerts/events',
    'dead-letters',
    'dead-letters/7221930409861120',
    'queues',
    'metrics',
    'audit',
  ])('GET /api/admin/%s is answered 503', async (path) => {
    const { status, body } = await operator.get(`/api/admin/${path}`);
    const Error = { Type: 'Receiver', Code: 'ServiceUnavailable', Message: expect.any(String) };
    expect([status, body]).toEqual([503, { Error, RequestId: expect.any(String) }]);
  });

  it('POST /api/admin/blacklist is answered 503', async () => {
    const { status } = await operator.post('/api/admin/blacklist', { Kind: 'domain', Value: 'blocked.test' });
    expect(status).toBe(503);
  });
});
