import { describe, expect, it } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let number = 0;

const newEmail = () => `identifier-${++number}@example.com`;

async function created(values: object = {}) {
  const { body } = await acme.post('/v1/contatos', { email: newEmail(), ...values });
  const path = `/v1/contatos/${body.id}`;
  return { contact: body, path, identifiers: `${path}/identificadores`, read: async () => (await acme.get(path)).body };
}

describe('the identifiers of a contact', () => {
  it('are several, with one primary of each channel', async () => {
    const { contact, identifiers, read } = await created();
    const second = newEmail();
    const added = await acme.post(identifiers, { canal: 'email', valor: second.toUpperCase() });
    expect([added.status, added.body]).toEqual([
      201,
      { id: expect.any(String), canal: 'email', valor: second, principal: false, contato_id: contact.id },
    ]);
    expect(added.headers['location']).toBe(`/v1/contatos/${contact.id}`);
    const phone = await acme.post(identifiers, { canal: 'telefone', valor: '(11) 98765-4321' });
    expect(phone.body).toMatchObject({ canal: 'telefone', valor: '+5511987654321', principal: true });
    expect(await read()).toMatchObject({
      email: contact.email,
      emails: [contact.email, second],
      telefone: '+5511987654321',
      identificadores: [
        { id: contact.identificadores[0].id, canal: 'email', valor: contact.email, principal: true },
        { id: added.body.id, canal: 'email', valor: second, principal: false },
        { id: phone.body.id, canal: 'telefone', valor: '+5511987654321', principal: true },
      ],
    });
  });

  it('change their primary one', async () => {
    const { contact, identifiers, read } = await created();
    const [second, third] = [newEmail(), newEmail()];
    const { body } = await acme.post(identifiers, { canal: 'email', valor: second });
    const changed = await acme.put(`${identifiers}/${body.id}/principal`, {});
    expect([changed.status, changed.body.emails]).toEqual([200, [second, contact.email]]);
    await acme.post(identifiers, { canal: 'email', valor: third, principal: true });
    expect((await read()).emails).toEqual([third, contact.email, second]);
    const again = await acme.put(`${identifiers}/${body.id}/principal`, {});
    expect((await acme.put(`${identifiers}/${body.id}/principal`, {})).body).toEqual(again.body);
  });

  it('trade places when a change of the contact names one of them', async () => {
    const { contact, path, identifiers } = await created();
    const second = newEmail();
    await acme.post(identifiers, { canal: 'email', valor: second });
    expect((await acme.patch(path, { email: second })).body.emails).toEqual([second, contact.email]);
    const third = newEmail();
    expect((await acme.patch(path, { email: third })).body.emails).toEqual([third, contact.email]);
    expect((await acme.patch(path, { email: null })).body.emails).toEqual([contact.email]);
  });

  it('leave an heir when the primary one is removed, and never the contact without any', async () => {
    const { contact, identifiers, read } = await created();
    const second = newEmail();
    const { body } = await acme.post(identifiers, { canal: 'email', valor: second });
    expect((await acme.delete(`${identifiers}/${contact.identificadores[0].id}`)).status).toBe(204);
    expect(await read()).toMatchObject({ email: second, emails: [second] });
    const last = await acme.delete(`${identifiers}/${body.id}`);
    expect([last.status, last.body.erro]).toEqual([422, 'Informe um e-mail ou um telefone.']);
    expect((await acme.post('/v1/contatos', { email: contact.email })).status).toBe(201);
  });

  it('belong to one contact', async () => {
    const [one, other] = [await created(), await created()];
    const taken = await acme.post(one.identifiers, { canal: 'email', valor: other.contact.email });
    expect([taken.status, taken.body.erro]).toEqual([409, 'Outro contato já tem este e-mail ou telefone.']);
    const known = await acme.post(one.identifiers, { canal: 'email', valor: one.contact.email });
    expect([known.status, known.body.erro]).toEqual([409, 'O contato já tem este e-mail ou telefone.']);
    const foreign = `${one.identifiers}/${other.contact.identificadores[0].id}`;
    expect((await acme.delete(foreign)).status).toBe(404);
    expect((await acme.put(`${foreign}/principal`, {})).status).toBe(404);
    expect((await acme.delete(`${one.identifiers}/x`)).status).toBe(404);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.post(one.identifiers, { canal: 'email', valor: newEmail() })).status).toBe(404);
    expect((await rival.delete(`${one.identifiers}/${one.contact.identificadores[0].id}`)).status).toBe(404);
  });

  it.each([
    [{ canal: 'fax', valor: '1' }, 422, 'canal'],
    [{ canal: 'email', valor: 'ana' }, 422, 'valor'],
    [{ canal: 'telefone', valor: '' }, 422, 'valor'],
    [{ canal: 'email' }, 400, undefined],
    [{ canal: 'email', valor: 'a@example.com', principal: 'sim' }, 400, undefined],
  ])('cannot be %j', async (body, status, campo) => {
    const { identifiers } = await created();
    const answer = await acme.post(identifiers, body);
    expect([answer.status, answer.body.campo]).toEqual([status, campo]);
  });

  it('are at most twenty of each channel, also when they are added at once', async () => {
    const { identifiers, read } = await created();
    const values = Array.from({ length: 21 }, () => ({ canal: 'email', valor: newEmail(), principal: true }));
    const answers = await Promise.all(values.map((value) => acme.post(identifiers, value)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 201), 422, 422]);
    const contact = await read();
    expect(contact.emails).toHaveLength(20);
    const primary = contact.identificadores.filter(({ principal }: { principal: boolean }) => principal);
    expect(primary).toHaveLength(1);
    expect((await acme.post(identifiers, { canal: 'telefone', valor: '+5511933334444' })).status).toBe(201);
  });

  it('are free when the contact is deleted', async () => {
    const { path, identifiers } = await created();
    const second = newEmail();
    await acme.post(identifiers, { canal: 'email', valor: second });
    await acme.delete(path);
    expect((await acme.post('/v1/contatos', { email: second })).status).toBe(201);
  });
});
