import { describe, expect, it } from 'vitest';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));

describe('the organisations of an account', () => {
  it('are one, named as the account is', async () => {
    const tenant = await stack.createTenant();
    const { status, body } = await (await tenant.session('member')).get('/orgs');
    expect(status).toBe(200);
    expect(body).toEqual({
      orgs: [{ id: expect.any(String), nome: `Tenant ${tenant.slug}`, dominios: 0, caixas: 0 }],
      next_cursor: '',
    });
  });

  it('are one, however many look first at once', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.key('mail:admin');
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.get('/orgs')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.orgs[0].id)).size).toBe(1);
    expect(answers.every(({ body }) => body.orgs.length === 1)).toBe(true);
  });

  it('are not those of another account', async () => {
    const [first, second] = await Promise.all([stack.createTenant(), stack.createTenant()]);
    const ids = await Promise.all(
      [first, second].map(async (tenant) => (await (await tenant.key('mail:admin')).get('/orgs')).body.orgs[0].id),
    );
    expect(ids[0]).not.toBe(ids[1]);
    expect((await (await second.session()).get(`/orgs/${ids[0]}/domains`)).status).toBe(404);
  });

  it('are for keys with the scope', async () => {
    const tenant = await stack.createTenant();
    const denied = await (await tenant.key('email:read', 'email:send')).get('/orgs');
    expect([denied.status, denied.body.error]).toEqual([403, 'InsufficientScope']);
    expect(denied.body.message).toContain('mail:admin');
  });
});
