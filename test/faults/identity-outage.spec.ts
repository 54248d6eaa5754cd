import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, HttpSink, patient } from '#libs/test/testing';
import { gatewayStack, type GatewayStack } from '../support/gateway-stack.js';
import { PASSWORD, type TestOwner } from '../support/identity-stack.js';

const DEADLINE_MS = 5_000;

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now();
  return { answer: await work(), ms: performance.now() - began };
}

describe('an identity that is down', () => {
  let stack: GatewayStack;
  let owner: TestOwner;

  beforeAll(async () => {
    stack = await gatewayStack();
    owner = await stack.identity.createOwner();
  });

  afterAll(() => stack.close());

  it('accepts the credentials in the view, and no others', async () => {
    const session = await stack.createSession(owner);
    const [known, unknown] = [await stack.identity.createKey(owner), await stack.identity.createKey(owner)];
    await stack.probe(known.secret);
    await session.get(`/api/tenants/${owner.tenantId}`);
    // Its entry is all that the view forgets.
    await stack.removeFromView(unknown.secret);
    await stack.identity.stop();

    expect((await stack.probe(known.secret)).status).toBe(200);
    expect((await session.get(`/api/tenants/${owner.tenantId}`)).status).toBe(200);
    const refused = await timed(() => stack.probe(unknown.secret));
    expect([refused.answer.status, refused.answer.body.Error.Code]).toEqual([503, 'ServiceUnavailable']);
    expect(refused.ms).toBeLessThan(patient(DEADLINE_MS));

    const calls = [
      () => stack.login(owner.email),
      () => stack.anonymous.post('/api/auth/register', { Email: 'x@example.test', Password: PASSWORD }),
      () => session.get('/api/auth/me'),
      () => stack.anonymous.post('/api/auth/2fa', { user_id: owner.id, code: '123456' }),
      () => session.get('/api/auth/2fa'),
      () => session.post('/api/auth/2fa/disable', { Password: PASSWORD }),
      () => session.get('/api/auth/sessions'),
      () => session.delete('/api/auth/sessions/ses_0123456789abcdef'),
      () => session.get('/api/tenants'),
      () => session.post('/api/tenants', { Name: 'x' }),
    ];
    for (const call of calls) {
      const { answer, ms } = await timed(call);
      expect([answer.status, answer.body.Error.Code]).toEqual([502, 'ProviderError']);
      expect(answer.body.Error.Message).toBe('The identity service does not answer');
      expect(ms).toBeLessThan(patient(DEADLINE_MS));
    }
    const loggedOut = await session.post('/api/auth/logout');
    expect([loggedOut.status, loggedOut.body.Error.Code]).toEqual([502, 'LogoutFailed']);
    // The body is judged all the same.
    expect((await stack.anonymous.post('/api/auth/login', {})).status).toBe(400);
  });
});

describe('an identity that hangs or fails', () => {
  let stack: GatewayStack;
  let sink: HttpSink;

  beforeAll(async () => {
    sink = await HttpSink.start();
    stack = await gatewayStack({ identityUrl: sink.url });
  });

  afterAll(async () => {
    await stack.close();
    await sink.stop();
  });

  it('fails within the deadline', async () => {
    sink.answer({ hang: true });
    const token = `Bearer ${await stack.identity.login(await stack.identity.createUser())}`;
    const calls = await Promise.all([
      timed(() => stack.login('a@example.test')),
      timed(() => stack.anonymous.get('/api/auth/me', { authorization: token })),
    ]);
    for (const { answer, ms } of calls) {
      expect([answer.status, answer.body.Error.Code]).toEqual([502, 'ProviderError']);
      expect(ms).toBeLessThan(patient(DEADLINE_MS));
    }
  });

  it('does not reveal its own message', async () => {
    for (const body of ['{"Error":{"Code":"InternalError","Message":"relation does not exist"}}', '<html>', '{}']) {
      sink.answer({ status: 500, body });
      const { status, text } = await stack.login('a@example.test');
      expect(status).toBe(502);
      expect(text).not.toContain('relation');
    }
  });

  it('forwards a 429 with its Retry-After', async () => {
    const body = JSON.stringify({ Error: { Type: 'Sender', Code: 'Throttling', Message: 'Too many' } });
    sink.answer({ status: 429, headers: { 'retry-after': '77' }, body });
    const { status, headers } = await stack.login('a@example.test');
    expect([status, headers['retry-after']]).toEqual([429, '77']);
  });
});

describe('an address where nothing listens', () => {
  it('is answered at once', async () => {
    const stack = await gatewayStack({ identityUrl: `http://127.0.0.1:${await freePort()}` });
    const { answer, ms } = await timed(() => stack.login('a@example.test'));
    expect(answer.status).toBe(502);
    expect(ms).toBeLessThan(patient(1_000));
    await stack.close();
  });
});
