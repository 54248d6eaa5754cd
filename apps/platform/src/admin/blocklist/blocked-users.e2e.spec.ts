import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { consoleStack } from '../../../../../test/support/console-stack.js';
import { PASSWORD } from '../../../../../test/support/identity-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(consoleStack);

const newEmail = (domain = 'example.test') => `g${randomBytes(6).toString('hex')}@${domain}`;

/** Status and code of the answer to a call from an IP address. */
async function outcome(path: string, body: object, ip = '192.0.2.9') {
  const answer = await stack.platform.anonymous.post(path, body, { 'x-forwarded-for': ip });
  return [answer.status, answer.body.Error?.Code];
}

const login = (email: string, password: string, ip?: string) => outcome('/api/auth/login', { email, password }, ip);
const register = (Email: string, ip?: string) => outcome('/api/auth/register', { Email, Password: PASSWORD }, ip);

async function withBlock(Kind: string, Value: string, work: () => Promise<void>): Promise<void> {
  const { body } = await stack.operator.post('/api/admin/blacklist', { Kind, Value });
  try {
    await work();
  } finally {
    await stack.operator.delete(`/api/admin/blacklist/${body.Entry.Id}`);
  }
}

const REFUSED = [403, 'PermissionDenied'];

describe('a blocked user', () => {
  it('by e-mail address cannot log in with any password, at most one second after the block', async () => {
    const { email } = await stack.identity.createUser();
    await withBlock('email', email.toUpperCase(), async () => {
      await waitUntil(async () => (await login(email, PASSWORD))[0] === 403, { timeoutMs: 1_000 });
      expect(await login(email, PASSWORD)).toEqual(REFUSED);
      expect(await login(email, 'not-the-password')).toEqual(REFUSED);
      expect(await login(newEmail(), 'not-the-password')).toEqual([401, 'AuthorizationError']);
    });
    await waitUntil(async () => (await login(email, PASSWORD))[0] === 200, { timeoutMs: 1_000 });
  });

  it('is rejected by the next login and the next registration', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { email } = await stack.identity.createUser();
      await withBlock('email', email, async () => expect(await login(email, PASSWORD)).toEqual(REFUSED));
      const fresh = newEmail();
      await withBlock('email', fresh, async () => expect(await register(fresh)).toEqual(REFUSED));
    }
  });

  it('by domain cannot register, nor can one of a subdomain', async () => {
    await withBlock('domain', 'blocked.example', async () => {
      await waitUntil(async () => (await register(newEmail('blocked.example')))[0] === 403, { timeoutMs: 1_000 });
      expect(await register(newEmail('mail.blocked.example'))).toEqual(REFUSED);
      expect(await register(newEmail('notblocked.example'))).toEqual([201, undefined]);
    });
  });

  it('cannot change to a blocked address, whether or not a user has it', async () => {
    const [user, holder] = [await stack.identity.createUser(), await stack.identity.createUser()];
    const session = stack.platform.anonymous.with({ authorization: `Bearer ${await stack.identity.login(user)}` });
    const add = async (Email: string) => {
      const { status, body } = await session.post('/api/auth/me/emails', { Email });
      return [status, body.Error?.Code];
    };
    await withBlock('email', holder.email, async () => {
      await waitUntil(async () => (await add(holder.email))[0] === 403, { timeoutMs: 1_000 });
      const { status, body } = await session.patch('/api/auth/me', { Email: holder.email });
      expect([status, body.Error.Code]).toEqual(REFUSED);
    });
    await withBlock('domain', 'shut.example', async () => {
      await waitUntil(async () => (await register(newEmail('shut.example')))[0] === 403, { timeoutMs: 1_000 });
      expect(await add(newEmail('shut.example'))).toEqual(REFUSED);
      expect(await add(newEmail('mail.shut.example'))).toEqual(REFUSED);
      expect(await add(newEmail('open.example'))).toEqual([201, undefined]);
    });
    const { body } = await session.get('/api/auth/me');
    expect(body.Emails).toHaveLength(2);
    expect(body.Email).toBe(user.email);
  });

  it.each([
    ['ip', '198.51.100.7', '198.51.100.7', '198.51.100.8'],
    ['ip', '2001:DB8::7', '2001:db8:0:0::7', '2001:db8::8'],
    ['cidr', '198.51.100.0/24', '198.51.100.200', '198.51.101.1'],
    ['cidr', '2001:db8:7::/48', '2001:db8:7:1::1', '2001:db8:8::1'],
  ])('by %s %s neither logs in nor registers from %s, and other addresses do', async (kind, value, inside, outside) => {
    const { email } = await stack.identity.createUser();
    await withBlock(kind, value, async () => {
      await waitUntil(async () => (await login(email, PASSWORD, inside))[0] === 403, { timeoutMs: 1_000 });
      expect(await register(newEmail(), inside)).toEqual(REFUSED);
      expect((await login(email, PASSWORD, outside))[0]).toBe(200);
      expect((await register(newEmail(), outside))[0]).toBe(201);
    });
  });
});
