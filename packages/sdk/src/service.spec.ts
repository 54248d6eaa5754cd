import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Service, ServiceError, VERSION } from './index.js';

afterEach(() => vi.unstubAllEnvs());

const heard: { url: string; authorization: string | null }[] = [];
const listening: typeof fetch = async (url, init) => {
  heard.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization') });
  return Response.json({});
};

describe('a client', () => {
  it('takes addresses and key from the environment where none are given', async () => {
    vi.stubEnv('SERVICE_PLATFORM_URL', 'https://api.example.com/');
    vi.stubEnv('SERVICE_API_KEY', 'sk_live_1');
    heard.length = 0;
    await new Service({ fetch: listening }).platform.account.getAccount();
    await new Service({ fetch: listening, session: 'token' }).platform.auth.me();
    expect(heard).toEqual([
      { url: 'https://api.example.com/v1/account', authorization: 'Bearer sk_live_1' },
      { url: 'https://api.example.com/api/auth/me', authorization: 'Bearer token' },
    ]);
  });

  it('says which address is missing or wrong, when it is first used', () => {
    const client = new Service({ key: 'sk_test_1', urls: { mail: 'mail.example.com:x' } });
    expect(() => client.platform).toThrow('urls.platform, or set SERVICE_PLATFORM_URL');
    expect(() => client.mail).toThrow('no URL');
  });

  it('has one credential', () => {
    expect(() => new Service({ key: 'sk_test_1', session: 'token' })).toThrow(ServiceError);
  });

  it('makes each API once', () => {
    const client = new Service({ urls: { crm: 'https://crm.example.com' } });
    expect(client.crm).toBe(client.crm);
  });

  it('calls without a credential what needs none', async () => {
    vi.stubEnv('SERVICE_API_KEY', '');
    heard.length = 0;
    const urls = { identity: 'https://id.example.com' };
    await new Service({ fetch: listening, urls }).identity.jwks.keys();
    expect(heard[0]?.authorization).toBeNull();
  });
});

it('the version is that of the package', () => {
  const file = new URL('../package.json', import.meta.url);
  expect((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version).toBe(VERSION);
});
