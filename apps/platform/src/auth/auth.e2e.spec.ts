import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import { PASSWORD } from '../../../../test/support/identity-stack.js';
import { operationsOf } from '../../../../test/support/operations.js';
import { sampleBody } from '../../../../test/support/sample-body.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(gatewayStack);

const newEmail = () => `g${randomBytes(6).toString('hex')}@example.test`;

describe('POST /api/auth/register', () => {
  it('creates a user with a tenant', async () => {
    const Email = newEmail();
    const answer = await stack.anonymous.post('/api/auth/register', {
      Email,
      Password: PASSWORD,
      Name: 'Ana',
      TenantName: 'Acme of Ana',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe('/api/auth/me');
    expect(answer.body).toEqual({
      UserId: expect.stringMatching(/^usr_[0-9a-f]{16}$/),
      UserEmail: Email,
      Tenant: {
        Tenant: {
          Id: expect.stringMatching(/^acc_[0-9a-f]{16}$/),
          Slug: 'acme-of-ana',
          Name: 'Acme of Ana',
          Role: 'owner',
          Status: 'active',
          Plan: '',
          Products: ['mail', 'pages', 'crm'],
          DeletesAt: null,
        },
      },
      RequestId: expect.stringMatching(/^req_[0-9a-f]{16}$/),
    });
  });

  it('creates a user without a tenant, and rejects the address a second time', async () => {
    const request = { Email: newEmail(), Password: PASSWORD };
    const first = await stack.anonymous.post('/api/auth/register', request);
    expect([first.status, first.body.Tenant, first.body.Note]).toEqual([201, null, undefined]);
    const second = await stack.anonymous.post('/api/auth/register', request);
    expect([second.status, second.body.Error.Code]).toEqual([409, 'AlreadyExists']);
  });

  it('says in Note when the tenant could not be made', async () => {
    await stack.identity.sql('revoke insert on tenant from identity_app');
    try {
      const request = { Email: newEmail(), Password: PASSWORD, TenantName: 'Acme' };
      const { status, body } = await stack.anonymous.post('/api/auth/register', request);
      expect([status, body.Tenant]).toEqual([201, null]);
      expect(body.Note).toContain('tenant could not be made');
    } finally {
      await stack.identity.sql('grant insert on tenant to identity_app');
    }
  });

  it('rejects a short password and an unknown field, naming them', async () => {
    const request = { Email: newEmail(), Password: '1234567', IsOperator: true };
    const { status, body } = await stack.anonymous.post('/api/auth/register', request);
    expect(status).toBe(400);
    expect(body.Error.Details.map(({ Field }: { Field: string }) => Field).sort()).toEqual(['IsOperator', 'Password']);
  });
});

describe('POST /api/auth/login', () => {
  it('opens a session, in the body and in a cookie that scripts cannot read', async () => {
    const { id, email } = await stack.identity.createUser();
    const { status, body, headers } = await stack.login(email.toUpperCase());
    expect(status).toBe(200);
    expect(body).toEqual({
      Token: expect.stringMatching(/^eyJ/),
      UserId: id,
      UserEmail: email,
      ExpiresAt: expect.stringMatching(/Z$/),
      TwoFactorRequired: false,
      RequestId: expect.stringMatching(/^req_/),
    });
    const cookie = String(headers['set-cookie']);
    for (const part of [`service_session=${body.Token}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']) {
      expect(cookie).toContain(part);
    }
    const byCookie = await stack.anonymous.get('/api/auth/me', { cookie: `service_session=${body.Token}` });
    expect(byCookie.body.UserId).toBe(id);
  });

  it('gives the same answer to an unknown address and a wrong password', async () => {
    const { email } = await stack.identity.createUser();
    const [wrong, unknown] = await Promise.all([stack.login(email, 'not-the-password'), stack.login(newEmail())]);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.Error).toEqual(unknown.body.Error);
    expect(wrong.body.Error.Code).toBe('AuthorizationError');
  });

  it('says that the account is disabled only after the correct password', async () => {
    const { id, email } = await stack.identity.createUser();
    await stack.identity.service.patch(`/internal/users/${id}`, { status: 'disabled' });
    expect((await stack.login(email, 'not-the-password')).status).toBe(401);
    const right = await stack.login(email);
    expect([right.status, right.body.Error.Code]).toEqual([403, 'PermissionDenied']);
  });

  it('passes on that there were too many wrong passwords, with the time to wait', async () => {
    const { email } = await stack.identity.createUser();
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await stack.login(email, 'wrong')).status).toBe(401);
    const { status, body, headers } = await stack.login(email);
    expect([status, body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
  });

  it.each([
    ['{}', 400],
    ['{"email":', 400],
    ['[]', 400],
    ['null', 400],
    ['{"email":"a@example.test","password":"x\\u0000"}', 400],
    ['{"email":"a@example.test","password":"\\ud800"}', 400],
    [JSON.stringify({ email: `${'a'.repeat(10_000)}@example.test`, password: 'x' }), 400],
    [JSON.stringify({ email: 'a@example.test', password: 'x'.repeat(10_000) }), 400],
    [JSON.stringify({ email: 'a@example.test', password: 'x', extra: 1 }), 400],
    [JSON.stringify({ email: ['a@example.test'], password: { a: 1 } }), 400],
    [JSON.stringify({ email: 'a@example.test', password: 'x'.repeat(2_200_000) }), 413],
  ])('refuses a hostile body (%#)', async (body, status) => {
    const answer = await stack.anonymous.send('POST', '/api/auth/login', body);
    expect(answer.status).toBe(status);
    expect(answer.body.Error.Type).toBe('Sender');
  });
});

describe('GET /api/auth/me', () => {
  it('says who the session is of', async () => {
    const owner = await stack.identity.createOwner();
    const { status, body } = await (await stack.createSession(owner)).get('/api/auth/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      UserId: owner.id,
      Email: owner.email,
      Name: '',
      EmailVerified: false,
      Operator: false,
      Language: null,
      ChosenLanguage: null,
      TimeZone: null,
      Emails: [{ Id: expect.stringMatching(/^adr_/), Email: owner.email, Primary: true, Verified: false }],
      Tenants: [expect.objectContaining({ Id: owner.tenantId, Slug: owner.slug, Role: 'owner' })],
      RequestId: expect.stringMatching(/^req_/),
    });
  });

  it('rejects a call without a session, with a key or a forged token, and an unknown query', async () => {
    const owner = await stack.identity.createOwner();
    const { secret } = await stack.identity.createKey(owner);
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    for (const token of [undefined, secret, forged, 'x']) {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      expect((await stack.anonymous.get('/api/auth/me', headers)).status, token).toBe(401);
    }
    expect((await (await stack.createSession(owner)).get('/api/auth/me?x=1')).status).toBe(422);
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session at once, and gives a repeat the same answer', async () => {
    const user = await stack.identity.createUser();
    const session = await stack.createSession(user);
    const other = await stack.createSession(user);
    for (const _ of [1, 2]) {
      const { status, body, headers } = await session.post('/api/auth/logout');
      expect([status, body.Status]).toEqual([200, 'ok']);
      expect(String(headers['set-cookie'])).toContain('service_session=;');
    }
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await other.get('/api/auth/me')).status).toBe(200);
  });

  it('takes any bearer token, and none but a bearer token', async () => {
    const any = await stack.anonymous.post('/api/auth/logout', undefined, { authorization: 'Bearer anything' });
    expect([any.status, any.body.Status]).toEqual([200, 'ok']);
    expect((await stack.anonymous.post('/api/auth/logout')).status).toBe(401);
  });
});

describe('an unknown query parameter', () => {
  it('is refused and named by every route that changes something, which then changes nothing', async () => {
    const session = await stack.createSession(await stack.identity.createUser());
    const writes = (await operationsOf(stack.anonymous)).filter(
      ({ method, path }) => method !== 'GET' && path.startsWith('/api/auth/'),
    );
    expect(writes.length).toBeGreaterThanOrEqual(19);
    for (const operation of writes) {
      const path = operation.path.replace('{id}', 'ses_0123456789abcdef');
      const sample = operation.bodySchema && JSON.stringify(sampleBody(operation)).replaceAll('sample', PASSWORD);
      const { status, body } = await session.send(operation.method, `${path}?surprise=1`, sample);
      expect([status, body.Error?.Code], operation.name).toEqual([422, 'InvalidParameter']);
      expect(body.Error.Message, operation.name).toContain('surprise');
      expect(operation.statuses, operation.name).toContain(422);
    }
    expect((await session.get('/api/auth/me')).status).toBe(200);
  });
});

describe('calls from one address', () => {
  it('are limited to a thousand a minute, whatever they are', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const first = await stack.anonymous.get('/api/auth/me', headers);
    expect(first.headers['x-ratelimit-limit']).toBe('1000');
    let answer = first;
    while (answer.status === 401) answer = await stack.anonymous.get('/api/auth/me', headers);
    expect([answer.status, answer.body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['x-ratelimit-remaining']).toBe('0');
    // Another route of the same address is refused, one outside of /api/auth is not.
    const attempt = { email: 'a@example.test', password: PASSWORD };
    expect((await stack.anonymous.post('/api/auth/login', attempt, headers)).status).toBe(429);
    expect((await stack.anonymous.get('/api/tenants', headers)).status).toBe(401);
    expect((await stack.login(attempt.email)).status).toBe(401);
  });
});
