import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { DevicesService } from './devices.service.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.key());
let tokens = 0;

const newToken = () => `token-of-a-device-${(tokens += 1)}`;

function subscription(endpoint = `https://push.example.test/s/${(tokens += 1)}`) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint, expirationTime: null, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

const register = (Token: string, Platform = 'ios', more: object = {}) =>
  acme.post('/v1/push/devices', { Token, Platform, ...more });

describe('a device', () => {
  it('is registered with an id, and shows of its token what recognises it', async () => {
    const { status, body } = await register('0123456789abcdef0123456789abcdef');
    expect(status).toBe(200);
    expect(body.Device).toEqual({
      Id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      Platform: 'ios',
      Token: '012345…cdef',
      Active: true,
      CreatedAt: expect.any(String),
      LastSeenAt: expect.any(String),
    });
    expect(body.RequestId).toMatch(/^req_/);
  });

  it('is removed with its token, by its own tenant alone', async () => {
    const { Id } = (await register('token-that-is-removed')).body.Device;
    const rival = await (await stack.createTenant()).key();
    expect((await rival.delete(`/v1/push/devices/${Id}`)).status).toBe(404);
    expect((await (await tenant.key('devices:read')).delete(`/v1/push/devices/${Id}`)).status).toBe(403);
    expect((await acme.delete(`/v1/push/devices/${Id}`)).status).toBe(204);
    expect((await acme.delete(`/v1/push/devices/${Id}`)).status).toBe(404);
    expect(await stack.sql('select 1 from push_device where id = $1', [Id])).toEqual([]);
    const again = (await register('token-that-is-removed')).body.Device;
    expect(again.Id).not.toBe(Id);
    expect((await (await tenant.session('member')).delete(`/api/push/devices/${again.Id}`)).status).toBe(403);
    expect((await (await tenant.session('admin')).delete(`/api/push/devices/${again.Id}`)).status).toBe(204);
  });

  it('of few characters does not show them all', async () => {
    expect((await register('abc')).body.Device.Token).toBe('ab…');
    expect((await register('a')).body.Device.Token).toBe('…');
  });

  it('is the same one when it registers again, also on another platform', async () => {
    const token = newToken();
    const first = (await register(token)).body.Device;
    const { status, body } = await register(token, 'android');
    expect(status).toBe(200);
    expect(body.Device).toMatchObject({ Id: first.Id, CreatedAt: first.CreatedAt, Platform: 'android' });
  });

  it('is one device, although concurrent calls register it', async () => {
    const token = newToken();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(token)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.Device.Id}`)).size).toBe(1);
  });

  it('is active again after it registers again', async () => {
    const token = newToken();
    const { Id } = (await register(token)).body.Device;
    await deactivate(Id, new Date(Date.now() + 1_000));
    expect((await devices()).find((device) => device.Id === Id)!.Active).toBe(false);
    expect((await register(token)).body.Device).toMatchObject({ Id, Active: true });
  });

  it('stays active when what ended it was said before it registered again', async () => {
    const { Id } = (await register(newToken())).body.Device;
    await deactivate(Id, new Date(Date.now() - 60_000));
    expect((await devices()).find((device) => device.Id === Id)!.Active).toBe(true);
  });

  it('with a token of 4,096 characters is taken, with one more refused', async () => {
    expect((await register('x'.repeat(4_096))).status).toBe(200);
    expect((await register('x'.repeat(4_097))).status).toBe(400);
  });

  it.each([
    ['no token', { Platform: 'ios' }, 'Token'],
    ['an empty token', { Platform: 'ios', Token: '' }, 'Token'],
    ['no platform', { Token: 'a' }, 'Platform'],
    ['another platform', { Token: 'a', Platform: 'windows' }, 'Platform'],
    ['metadata that is no map of texts', { Token: 'a', Platform: 'ios', Metadata: { a: 1 } }, 'Metadata'],
    ['a field that is not known', { Token: 'a', Platform: 'ios', Topic: 'x' }, 'Topic'],
  ])('is refused with %s', async (_case, body, field) => {
    const answer = await acme.post('/v1/push/devices', body);
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([400, field]);
  });

  it('loses UserRef and Metadata, which the log says without their values', async () => {
    const warn = vi.spyOn(logger, 'warn').mockReturnValue();
    const { status } = await register(newToken(), 'ios', { UserRef: 'hush-1', Metadata: { plan: 'hush-2' } });
    expect(status).toBe(200);
    expect(warn).toHaveBeenCalledWith(
      'A device was registered with UserRef and Metadata, not kept',
      expect.objectContaining({ tenantId: tenant.id }),
    );
    expect(JSON.stringify(warn.mock.calls)).not.toContain('hush');
    expect(JSON.stringify(await stack.sql('select * from push_device'))).not.toContain('hush');
    warn.mockRestore();
  });
});

describe('a browser', () => {
  it('registers with its subscription, and shows the push service', async () => {
    const { status, body } = await register(JSON.stringify(subscription('https://push.example.test/s/abcdef')), 'web');
    expect(status).toBe(200);
    expect(body.Device.Token).toBe('push.example.test/…cdef');
  });

  it('is the same device with new keys, and with its JSON in another form', async () => {
    const first = subscription();
    const { Id } = (await register(JSON.stringify(first), 'web')).body.Device;
    const renewed = { keys: subscription().keys, endpoint: first.endpoint };
    expect((await register(JSON.stringify(renewed, null, 2), 'web')).body.Device.Id).toBe(Id);
    const [row] = await stack.sql<{ token: string }>('select token from push_device where id = $1', [Id]);
    expect(JSON.parse(row!.token)).toEqual(renewed);
  });

  it.each([
    ['an endpoint without TLS', JSON.stringify(subscription('http://push.example.test/'))],
    ['no keys', JSON.stringify({ endpoint: 'https://push.example.test/' })],
  ])('is refused with %s', async (_case, token) => {
    const { status, body } = await register(token, 'web');
    expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'Token']);
  });
});

describe('the list of devices', () => {
  it('is read page by page, newest first, and holds each device once', async () => {
    const newcomer = await stack.createTenant();
    const client = await newcomer.key();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await client.post('/v1/push/devices', { Token: newToken(), Platform: 'ios' })).body.Device.Id);
    }
    const seen: string[] = [];
    let cursor = 0;
    do {
      const { status, body } = await client.get(`/v1/push/devices?limit=2&cursor=${cursor}`);
      expect([status, body.Devices.length <= 2, Number.isSafeInteger(body.NextCursor)]).toEqual([200, true, true]);
      seen.push(...body.Devices.map(({ Id }: { Id: string }) => Id));
      expect(body.HasMore).toBe(body.NextCursor > 0);
      cursor = body.NextCursor;
    } while (cursor > 0);
    expect(seen).toEqual(ids.toReversed());
    const session = await (await newcomer.session('member')).get('/api/push/devices');
    expect(session.body.Devices.map(({ Id }: { Id: string }) => Id)).toEqual(seen);
  });

  it('is the same by GraphQL', async () => {
    const newcomer = await stack.createTenant();
    await (await newcomer.key()).post('/v1/push/devices', { Token: 'x'.repeat(40), Platform: 'android' });
    const session = await newcomer.session('member');
    const query = '{ pushDevicePage(limit: 1) { devices { platform token active } nextCursor hasMore } }';
    expect((await session.post('/graphql', { query })).body.data.pushDevicePage).toEqual({
      devices: [{ platform: 'android', token: 'xxxxxx…xxxx', active: true }],
      nextCursor: '0',
      hasMore: false,
    });
  });

  it('is empty for who has none, and never shows those of another', async () => {
    await register(newToken());
    const { body } = await (await (await stack.createTenant()).key('devices:read')).get('/v1/push/devices');
    expect(body).toMatchObject({ Devices: [], NextCursor: 0, HasMore: false });
  });

  it.each(['limit=0', 'limit=201', 'cursor=-1', 'cursor=x', 'platform=ios'])('refuses %s', async (query) => {
    expect((await acme.get(`/v1/push/devices?${query}`)).status).toBe(422);
  });
});

describe('the routes of devices', () => {
  it('ask for their scopes', async () => {
    const reader = await tenant.key('devices:read');
    const writer = await tenant.key('devices:write');
    const body = { Token: newToken(), Platform: 'ios' };
    expect((await reader.post('/v1/push/devices', body)).status).toBe(403);
    expect((await writer.get('/v1/push/devices')).status).toBe(403);
    expect((await writer.post('/v1/push/devices', body)).status).toBe(200);
    expect((await stack.anonymous.get('/v1/push/devices')).status).toBe(401);
    expect((await stack.anonymous.get('/api/push/devices')).status).toBe(401);
  });
});

describe('a browser whose token is no JSON', () => {
  it('is taken, since the sandbox can send to it', async () => {
    const { status, body } = await register('contract-check-token', 'web');
    expect([status, body.Device.Platform]).toEqual([200, 'web']);
  });
});

describe('what a message is addressed to', () => {
  it('is a full token or the id of a device; an unknown one, or one of another tenant, is not found', async () => {
    const web = JSON.stringify(subscription());
    const [ios, browser] = [newToken(), web];
    const first = (await register(ios)).body.Device;
    const second = (await register(browser, 'web')).body.Device;
    const foreign = newToken();
    await (await (await stack.createTenant()).key()).post('/v1/push/devices', { Token: foreign, Platform: 'ios' });
    const respelt = JSON.stringify(JSON.parse(web), null, 1);
    const found = await stack.app
      .get(Database)
      .tenant(tenant.id, (tx) =>
        stack.app.get(DevicesService).resolve(tx, tenant.id, [ios, first.Id.toUpperCase(), respelt, foreign, '{', 'x']),
      );
    expect([...found].map(([reference, { id }]) => [reference, id])).toEqual([
      [ios, first.Id],
      [first.Id.toUpperCase(), first.Id],
      [respelt, second.Id],
    ]);
  });
});

const devices = async (): Promise<{ Id: string; Active: boolean }[]> =>
  (await acme.get('/v1/push/devices?limit=200')).body.Devices;

const deactivate = (id: string, asOf: Date) =>
  stack.app
    .get(Database)
    .tenant(tenant.id, (tx) => stack.app.get(DevicesService).deactivate(tx, tenant.id, [id], asOf));
