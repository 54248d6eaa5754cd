import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logger } from '#libs/core/observability';
import { HttpClient } from '../support/http-client.js';
import { identityStack, type IdentityStack } from '../support/identity-stack.js';

const CALLS = 8;
const ISSUER = 'https://id.example.test';
const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
const ENVIRONMENT = { ISSUER, PUBLIC_URL: ISSUER, IDENTITY_MAIL_FROM: 'no-reply@service.test', NODE_ENV: 'production' };

/** Headers by which a client may say what the public address is. */
const CLAIMS: Record<string, string>[] = [
  { 'x-forwarded-host': 'evil.test' },
  { 'x-forwarded-host': 'evil.test, id.example.test' },
  { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-port': '8080' },
  { host: 'evil.test' },
  { forwarded: 'host=evil.test;proto=http' },
  { 'x-original-host': 'evil.test', 'x-host': 'evil.test', 'x-forwarded-server': 'evil.test' },
];

describe.each([
  ['trusts no proxy', {}],
  ['trusts the peer', { TRUST_PROXY: 'loopback' }],
])('identity that %s', (_, environment: Record<string, string>) => {
  let identity: IdentityStack;

  beforeAll(async () => {
    identity = await identityStack({ environment: { ...ENVIRONMENT, ...environment } });
  });
  afterAll(() => identity?.close());

  it.each(CLAIMS)('names the endpoints of its issuer, whatever the headers: %j', async (headers) => {
    for (const path of DISCOVERY) {
      const { status, body } = await identity.anonymous.get(path, headers);
      expect([status, body.issuer]).toEqual([200, ISSUER]);
      const addresses = Object.entries(body as Record<string, unknown>).filter(([name]) =>
        /_(endpoint|uri)$/.test(name),
      );
      expect(addresses.length).toBeGreaterThan(4);
      for (const [name, address] of addresses) expect(String(address), name).toMatch(/^https:\/\/id\.example\.test\//);
    }
  });
});

describe('X-Forwarded-For of a peer that is not trusted, in production', () => {
  it('is reported once, and calls count by the address of the peer', async () => {
    const lines: string[] = [];
    const identity = await identityStack({ environment: { ...ENVIRONMENT, OAUTH_CALLS_PER_MINUTE: `${CALLS}` } });
    logger.configure({ service: 'attacked', level: 'warn', destination: { write: (line) => void lines.push(line) } });
    try {
      const statuses: number[] = [];
      for (let n = 0; n <= CALLS; n += 1) {
        const headers = { 'x-forwarded-for': `192.0.2.${n}` };
        statuses.push((await identity.anonymous.get(DISCOVERY[0]!, headers)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: CALLS }, () => 200), 429]);
    } finally {
      logger.configure({ service: 'attacked', level: 'silent' });
      await identity.close();
    }
    const warnings = lines.filter((line) => line.includes('TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(warnings[0]!)).toMatchObject({ level: 'warn' });
    expect(lines.join('')).not.toContain('192.0.2.');
  });

  it('is no news of a trusted proxy: calls count by the address that it names', async () => {
    const lines: string[] = [];
    const environment = { ...ENVIRONMENT, OAUTH_CALLS_PER_MINUTE: '1', TRUST_PROXY: 'loopback' };
    const identity = await identityStack({ environment });
    logger.configure({ service: 'attacked', level: 'warn', destination: { write: (line) => void lines.push(line) } });
    try {
      const client = new HttpClient(identity.url);
      const from = async (ip: string) => (await client.get(DISCOVERY[0]!, { 'x-forwarded-for': ip })).status;
      expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1')]).toEqual([200, 200, 429]);
      expect((await client.get(DISCOVERY[0]!)).status).toBe(200);
    } finally {
      logger.configure({ service: 'attacked', level: 'silent' });
      await identity.close();
    }
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
  });
});
