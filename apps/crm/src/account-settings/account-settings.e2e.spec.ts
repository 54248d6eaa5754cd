import { describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PATH = '/v1/configuracoes/conta';
const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));

describe('the settings of an account', () => {
  it('are those of Brazil at first', async () => {
    const member = await (await stack.createTenant()).session('member');
    expect((await member.get(PATH)).body).toEqual({ pais: 'BR', fuso: 'America/Sao_Paulo' });
  });

  it('decide in which country a telephone number is read', async () => {
    const changed = await admin.put(PATH, { pais: 'pt', fuso: 'Europe/Lisbon' });
    expect([changed.status, changed.body]).toEqual([200, { pais: 'PT', fuso: 'Europe/Lisbon' }]);
    expect((await admin.get(PATH)).body).toEqual({ pais: 'PT', fuso: 'Europe/Lisbon' });
    expect((await admin.post('/v1/contatos', { telefone: '912 345 678' })).body.telefone).toBe('+351912345678');
    const entries = await stack.sql<{ after: object }>(
      `select after from audit_entry where action = 'account-settings.changed' and tenant_id = $1`,
      [tenant.id],
    );
    expect(entries).toEqual([{ after: { country: 'PT', timeZone: 'Europe/Lisbon' } }]);
    await admin.put(PATH, { pais: 'PT', fuso: 'Europe/Lisbon' });
    expect(
      (await stack.sql(`select 1 from audit_entry where tenant_id = $1 and action like 'account-%'`, [tenant.id]))
        .length,
    ).toBe(1);
  });

  it.each([
    [{ pais: 'XX', fuso: 'UTC' }, 422, 'pais'],
    [{ pais: 'BR', fuso: 'Mars/Olympus' }, 422, 'fuso'],
  ])('cannot be %j', async (body, status, campo) => {
    const answer = await admin.put(PATH, body);
    expect([answer.status, answer.body.campo]).toEqual([status, campo]);
  });

  it.each([{ pais: 'BR' }, { fuso: 'UTC' }, { pais: null, fuso: 'UTC' }, { pais: 'BR', fuso: 'UTC', moeda: 'BRL' }])(
    'are malformed as %j',
    async (body) => {
      expect((await admin.put(PATH, body)).status).toBe(400);
    },
  );

  it('are changed by admins alone', async () => {
    const member = await tenant.session('member');
    expect((await member.put(PATH, { pais: 'BR', fuso: 'UTC' })).status).toBe(404);
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
  });
});
