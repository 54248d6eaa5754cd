import { createECDH, ECDH, randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { PushSites } from './push-sites.service.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() =>
  platformStack({
    environment: { ROLE: 'api', PUBLIC_URL: 'https://api.example.test/', TRUST_PROXY: 'loopback' },
  }),
);
const tenant = usePrepared(() => stack.createTenant());
const session = usePrepared(() => tenant.session('member'));
let siteKey: string;

beforeAll(async () => {
  await siteConfig();
  const [row] = await stack.sql<{ site_key: string }>('select site_key from push_site where tenant_id = $1', [
    tenant.id,
  ]);
  siteKey = row!.site_key;
});
const siteConfig = async (client = session) => (await client.get('/api/push/site-config')).body;

function subscription(endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`): string {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return JSON.stringify({ endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } });
}

/** From a page, at an address that counts for itself unless one is given. */
const register = (body: object, ip = `192.0.2.${Math.floor(Math.random() * 250)}`) =>
  stack.anonymous.post('/push/site/devices', body, { origin: 'https://shop.example.test', 'x-forwarded-for': ip });

describe('the configuration of a site', () => {
  it('has the public key, the address of the API, and three files', async () => {
    const body = await siteConfig();
    expect(Object.keys(body).sort()).toEqual([
      'ApiBase',
      'Manifest',
      'PublicKey',
      'RequestId',
      'ServiceWorker',
      'Snippet',
    ]);
    expect(body.ApiBase).toBe('https://api.example.test');
    expect(Buffer.from(body.PublicKey, 'base64url')).toHaveLength(65);
    expect(() => ECDH.convertKey(Buffer.from(body.PublicKey, 'base64url'), 'prime256v1')).not.toThrow();
    expect(JSON.parse(body.Manifest)).toMatchObject({ display: 'standalone', name: `Tenant ${tenant.slug}` });
    for (const file of [body.ServiceWorker, body.Snippet]) {
      expect(file).toContain('https://api.example.test/push/site/devices');
      expect(file).toContain(body.PublicKey);
    }
  });

  it('is the same at every call, and another for another account', async () => {
    const { RequestId: _first, ...one } = await siteConfig();
    const { RequestId: _second, ...two } = await siteConfig();
    expect(two).toEqual(one);
    const other = await siteConfig(await (await stack.createTenant()).session());
    expect(other.PublicKey).not.toBe(one['PublicKey']);
  });

  it('is created once by concurrent calls', async () => {
    const client = await (await stack.createTenant()).session();
    const bodies = await Promise.all(Array.from({ length: 20 }, () => siteConfig(client)));
    expect(new Set(bodies.map(({ PublicKey, Snippet }) => PublicKey + Snippet)).size).toBe(1);
  });

  it('keeps the private key sealed, and opens it to sign', async () => {
    const [row] = await stack.sql<{ private_key: string }>('select private_key from push_site where tenant_id = $1', [
      tenant.id,
    ]);
    expect(row!.private_key).toMatch(/^v1\.test\./);
    const { publicKey, privateKey } = await stack.app.get(PushSites).vapidKeys(tenant.id);
    expect(row!.private_key).not.toContain(privateKey);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    expect(pair.getPublicKey('base64url')).toBe(publicKey);
    expect((await siteConfig()).PublicKey).toBe(publicKey);
  });

  it('is for sessions', async () => {
    expect((await stack.anonymous.get('/api/push/site-config')).status).toBe(401);
    expect((await (await tenant.key()).get('/api/push/site-config')).status).toBe(401);
  });

  it('shows the role that looks tenants up no keys', async () => {
    const system = new pg.Client({ connectionString: stack.database.systemUrl });
    await system.connect();
    try {
      expect((await system.query('select site_key from push_site')).rowCount).toBeGreaterThan(0);
      await expect(system.query('select private_key from push_site')).rejects.toThrow('permission denied');
    } finally {
      await system.end();
    }
  });
});

describe("a visitor's browser", () => {
  it('registers from any page, and becomes a device of the account', async () => {
    const preflight = await stack.anonymous.send('OPTIONS', '/push/site/devices', undefined, {
      origin: 'https://shop.example.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(preflight.headers['access-control-allow-headers']).toBe('Content-Type');
    const { status, text, headers } = await register({ SiteKey: siteKey, Token: subscription() });
    expect([status, text, headers['access-control-allow-origin']]).toEqual([204, '', '*']);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const { Devices } = (await session.get('/api/push/devices')).body;
    expect(Devices[0]).toMatchObject({ Platform: 'web', Active: true });
  });

  it('gets errors that the page can read', async () => {
    const { status, body, headers } = await register({ SiteKey: siteKey, Token: 'x' });
    expect([status, body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    'https://push.example.test/s/1',
    'https://fcm.googleapis.com.example.test/s/1',
    'https://fcm.googleapis.com:8443/s/1',
    'https://127.0.0.1/s/1',
    'https://notify.windows.com.evil.test/',
  ])('cannot have us send to %s, which is no push service of browsers', async (endpoint) => {
    const { status } = await register({ SiteKey: siteKey, Token: subscription(endpoint) });
    expect(status).toBe(422);
  });

  it.each([
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('may use %s', async (endpoint) => {
    expect((await register({ SiteKey: siteKey, Token: subscription(endpoint) })).status).toBe(204);
  });

  it('is rejected with an unknown site key, and while the account is suspended', async () => {
    const unknown = await register({ SiteKey: 'x'.repeat(32), Token: subscription() });
    expect([unknown.status, unknown.body.Error.Code]).toEqual([403, 'PermissionDenied']);
    await tenant.setStatus('suspended');
    const suspended = await register({ SiteKey: siteKey, Token: subscription() });
    expect([suspended.status, suspended.body.Error.Code]).toEqual([403, 'TenantSuspended']);
    await tenant.setStatus('active');
  });

  it('gets nowhere else with a site key', async () => {
    const client = stack.anonymous.with({ authorization: `Bearer ${siteKey}` });
    const device = { Token: 'x', Platform: 'ios' };
    expect((await client.post('/v1/push/devices', device)).status).toBe(401);
    expect((await client.get('/v1/push/devices')).status).toBe(401);
    expect((await client.get('/api/push/devices')).status).toBe(401);
  });

  it('cannot register without end', async () => {
    const body = { SiteKey: 'x'.repeat(32), Token: subscription() };
    const statuses: number[] = [];
    for (let index = 0; index < 121; index += 1) statuses.push((await register(body, '198.51.100.7')).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([403, 429]);
    expect((await register(body, '198.51.100.8')).status).toBe(403);
  });
});
