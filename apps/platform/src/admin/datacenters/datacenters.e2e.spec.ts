import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { consoleStack } from '../../../../../test/support/console-stack.js';
import { identityStack, PASSWORD } from '../../../../../test/support/identity-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/datacenter-asn';
/** Google's, and an address that it announces. */
const [ASN, INSIDE, OUTSIDE] = [15169, '8.8.8.8', '1.1.1.1'];

const stack = useStack(consoleStack);

const register = (ip: string) => {
  const body = { Email: `g${randomBytes(6).toString('hex')}@example.test`, Password: PASSWORD };
  return stack.platform.anonymous.post('/api/auth/register', body, { 'x-forwarded-for': ip });
};

describe('the list of data centres', () => {
  it('is changed and read by operators, by AS number', async () => {
    const made = await stack.operator.post(ROUTE, { Asn: 64_496, Name: 'Example Hosting' });
    expect([made.status, made.headers['location']]).toEqual([201, `${ROUTE}/64496`]);
    expect(made.body.Datacenter).toMatchObject({ Asn: 64_496, Name: 'Example Hosting' });
    const again = await stack.operator.post(ROUTE, { Asn: 64_496, Name: 'Other' });
    expect([again.status, again.body.Datacenter.Name]).toEqual([200, 'Example Hosting']);
    await stack.operator.post(ROUTE, { Asn: 4_294_967_295 });
    const page = (await stack.operator.get(`${ROUTE}?limit=1`)).body;
    expect(page).toMatchObject({ Datacenters: [{ Asn: 64_496 }], HasMore: true });
    const rest = (await stack.operator.get(`${ROUTE}?cursor=${page.NextCursor}`)).body;
    expect(rest).toMatchObject({ Datacenters: [{ Asn: 4_294_967_295, Name: '' }], HasMore: false, NextCursor: 0 });
    expect((await stack.operator.get(`${ROUTE}/AS64496`)).body.Datacenter.Asn).toBe(64_496);
    for (const asn of ['64496', '4294967295'])
      expect((await stack.operator.delete(`${ROUTE}/${asn}`)).status).toBe(204);
    for (const asn of ['64496', '0', 'x', '99999999999', '-1']) {
      expect((await stack.operator.delete(`${ROUTE}/${asn}`)).status, asn).toBe(404);
    }
  });

  it('rejects an invalid AS number', async () => {
    for (const Asn of [0, -1, 1.5, 4_294_967_296, '15169', null]) {
      expect((await stack.operator.post(ROUTE, { Asn })).status, String(Asn)).toBe(400);
    }
  });

  it('is for operators only', async () => {
    const owner = await stack.identity.createOwner();
    const token = await stack.identity.login(owner);
    const member = stack.platform.anonymous.with({ authorization: `Bearer ${token}` });
    for (const answer of [
      await member.get(ROUTE),
      await member.post(ROUTE, { Asn: 1 }),
      await member.delete(`${ROUTE}/1`),
    ]) {
      expect(answer.status).toBe(403);
    }
  });
});

describe('a user at an address of a data centre', () => {
  it('cannot register but can log in; users elsewhere register', async () => {
    expect((await register(INSIDE)).status).toBe(201);
    await stack.operator.post(ROUTE, { Asn: ASN });
    await waitUntil(async () => (await register(INSIDE)).status === 403, { timeoutMs: 2_000 });
    expect((await register(INSIDE)).body.Error.Code).toBe('PermissionDenied');
    expect((await register('2001:4860:4860::8888')).status).toBe(403);
    expect((await register(OUTSIDE)).status).toBe(201);
    const { email } = await stack.identity.createUser();
    const login = { email, password: PASSWORD };
    expect((await stack.platform.anonymous.post('/api/auth/login', login, { 'x-forwarded-for': INSIDE })).status).toBe(
      200,
    );
    await stack.operator.delete(`${ROUTE}/${ASN}`);
    await waitUntil(async () => (await register(INSIDE)).status === 201);
  });

  it('registers if the configuration allows it', async () => {
    const other = await identityStack({ besides: stack.identity, environment: { DATACENTER_SIGNUPS: 'allow' } });
    await stack.operator.post(ROUTE, { Asn: ASN });
    await waitUntil(async () => (await register(INSIDE)).status === 403);
    const body = { email: `g${randomBytes(6).toString('hex')}@example.test`, password: PASSWORD, ip: INSIDE };
    expect((await other.service.post('/internal/users', body)).status).toBe(201);
    await other.close();
  });
});
