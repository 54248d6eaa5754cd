import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { sentEventsOf, timelineOf } from '../../../../test/support/crm-contacts.js';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { openSession, publish } from '../../../../test/support/test-credentials.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const newEmail = () => `change-${++number}@example.com`;
const created = async (values: object = {}) => (await acme.post('/v1/contatos', { email: newEmail(), ...values })).body;
const auditOf = async (id: string) =>
  stack.sql<{ action: string; before: object | null; after: object | null }>(
    'select action, before, after from audit_entry where object_id = $1 order by id',
    [id],
  );

describe('a change of a contact', () => {
  it('keeps what is absent and empties what is null', async () => {
    const contact = await created({ nome: 'Ana', cargo: 'CEO', cidade: 'Recife', marcadores: ['a', 'b'] });
    const path = `/v1/contatos/${contact.id}`;
    const { status, body } = await acme.patch(path, { cargo: null, nome: ' Ana Lima ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ nome: 'Ana Lima', cargo: null, cidade: 'Recife', marcadores: ['a', 'b'] });
    expect((await acme.patch(path, { marcadores: [] })).body.marcadores).toEqual([]);
    expect((await acme.get(path)).body).toMatchObject({ nome: 'Ana Lima', cargo: null, marcadores: [] });
  });

  it('has a tag once, in its first spelling, and takes another one in its place', async () => {
    const contact = await created({ marcadores: ['Promoção', ' PROMOCAO ', 'feira', 'promoc\u0327a\u0303o'] });
    expect(contact.marcadores).toEqual(['Promoção', 'feira']);
    const { body } = await acme.patch(`/v1/contatos/${contact.id}`, { marcadores: ['FEIRA', 'Feira', 'x'] });
    expect(body.marcadores).toEqual(['FEIRA', 'x']);
  });

  it('of its stage is in the timeline once', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    for (const estagio of ['qualificado', 'qualificado'])
      expect((await acme.patch(path, { estagio })).status).toBe(200);
    expect(await timelineOf(stack, contact.id)).toEqual([
      { type: 'stage-changed', data: { from: null, to: 'new' } },
      { type: 'stage-changed', data: { from: 'new', to: 'qualified' } },
    ]);
    const entries = await auditOf(contact.id);
    expect(entries.slice(1)).toEqual([
      { action: 'contact.changed', before: { stage: 'new' }, after: { stage: 'qualified', fields: ['estagio'] } },
    ]);
  });

  it('without a difference changes nothing', async () => {
    const contact = await created({ nome: 'Ana', marcadores: ['a'], pais: 'BR' });
    const path = `/v1/contatos/${contact.id}`;
    const same = { nome: 'Ana', marcadores: [' a ', 'a'], pais: 'br', email: contact.email.toUpperCase(), cargo: null };
    for (const body of [{}, same]) expect((await acme.patch(path, body)).body).toEqual(contact);
    expect(await auditOf(contact.id)).toHaveLength(1);
  });

  it('is told to Platform by the names of its fields', async () => {
    const lonely = await stack.createTenant();
    const session = await lonely.session();
    const email = newEmail();
    const { body } = await session.post('/v1/contatos', { email, nome: 'Ana' });
    await session.patch(`/v1/contatos/${body.id}`, { nome: 'Bia', telefone: '+5511987654321' });
    const change = { contactId: body.id };
    expect(await sentEventsOf(stack, lonely.id)).toEqual([
      {
        type: 'crm.contacts.changed',
        to: 'platform',
        payload: { changes: [{ ...change, kind: 'created', fields: [] }] },
      },
      {
        type: 'crm.contacts.changed',
        to: 'platform',
        payload: { changes: [{ ...change, kind: 'updated', fields: ['telefone', 'nome'] }] },
      },
    ]);
  });

  it('does not take its last e-mail address or telephone number', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    const { status, body } = await acme.patch(path, { email: null });
    expect([status, body.erro]).toEqual([422, 'Informe um e-mail ou um telefone.']);
    expect((await acme.patch(path, { email: '  ' })).status).toBe(422);
    const swapped = await acme.patch(path, { email: null, telefone: '(21) 98765-4321' });
    expect(swapped.body).toMatchObject({ email: null, telefone: '+5521987654321', emails: [] });
    expect((await acme.post('/v1/contatos', { email: contact.email })).status).toBe(201);
  });

  it('does not give it an identifier of another contact', async () => {
    const [one, other] = [await created(), await created({ nome: 'Antes' })];
    const path = `/v1/contatos/${other.id}`;
    const { status, body } = await acme.patch(path, { email: one.email, nome: 'Depois' });
    expect([status, body.erro]).toEqual([409, 'Outro contato já tem este e-mail ou telefone.']);
    expect((await acme.get(path)).body).toEqual(other);
  });

  it.each([
    [{ pais: 'XX' }, 'pais'],
    [{ fuso: 'America/Atlantida' }, 'fuso'],
    [{ estagio: 'perdido' }, 'estagio'],
    [{ email: 'ana' }, 'email'],
    [{ telefone: '1' }, 'telefone'],
    [{ dono_id: 'usr_' }, 'dono_id'],
    [{ empresa_id: '01900000-0000-7000-8000-000000000000' }, 'empresa_id'],
    [{ campos: { porte: 1 } }, 'campos.porte'],
  ])('%j means nothing', async (change, campo) => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    const { status, body } = await acme.patch(path, change);
    expect([status, body.campo]).toEqual([422, campo]);
    const again = await acme.post('/v1/contatos', { email: newEmail(), ...change });
    expect([again.status, again.body.campo]).toEqual([422, campo]);
    expect((await acme.get(path)).body).toEqual(contact);
  });

  it.each([
    { marcadores: 'vip' },
    { pais: 'Brasil' },
    { nome: 7 },
    { apelido: 'x' },
    { id: 'cnt_0123456789abcdef' },
    { ciclo: 'lead' },
    { nome: 'a'.repeat(201) },
    { marcadores: Array.from({ length: 51 }, (_, index) => `m${index}`) },
  ])('%j is malformed', async (change) => {
    const contact = await created();
    expect((await acme.patch(`/v1/contatos/${contact.id}`, change)).status).toBe(400);
  });

  it('gives it an owner who is a member of the account', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    const memberships = [{ tenantId: tenant.id, slug: tenant.slug, role: 'member' as const }];
    const member = await openSession(stack.view, stack.issuer, { operator: false, memberships });
    const stranger = await openSession(stack.view, stack.issuer, { operator: false, memberships: [] });
    const nobody = newId('usr');
    await publish(stack.view, 'user', nobody, null);
    expect((await acme.patch(path, { dono_id: member.userId })).body.dono_id).toBe(member.userId);
    for (const dono_id of [stranger.userId, nobody]) expect((await acme.patch(path, { dono_id })).status).toBe(422);
    await publish(stack.view, 'user', member.userId, null);
    expect((await acme.patch(path, { dono_id: member.userId, nome: 'Ana' })).status).toBe(200);
    expect((await acme.patch(path, { dono_id: null })).body.dono_id).toBeNull();
  });

  it('links it to a company of the account, with its timeline', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    const company = (await acme.post('/v1/empresas', { nome: `Padaria ${newEmail()}` })).body;
    const foreign = (await rival.post('/v1/empresas', { nome: 'Outra' })).body;
    expect((await acme.patch(path, { empresa_id: foreign.id })).status).toBe(422);
    expect((await acme.patch(path, { empresa_id: company.id })).body.empresa_id).toBe(company.id);
    expect((await timelineOf(stack, contact.id)).at(-1)).toEqual({
      type: 'company-changed',
      data: { from: null, to: company.nome },
    });
  });

  it('of another account is not found', async () => {
    const { id } = await created();
    for (const path of [`/v1/contatos/${id}`, '/v1/contatos/cnt_0123456789abcdef', '/v1/contatos/x']) {
      expect((await rival.patch(path, { nome: 'x' })).status, path).toBe(404);
      expect((await rival.delete(path)).status, path).toBe(404);
      expect((await rival.post(`${path}/promover`)).status, path).toBe(404);
    }
  });

  it('is one of many at the same time, and none is lost', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    const changes = [{ nome: 'Ana' }, { cargo: 'CEO' }, { cidade: 'Natal' }, { telefone: '+5511911112222' }];
    const answers = await Promise.all(changes.map((change) => acme.patch(path, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await acme.get(path)).body).toMatchObject({ ...changes[0], ...changes[1], ...changes[2], ...changes[3] });
  });
});

describe('a deleted contact', () => {
  it('is not found, and its e-mail address is free', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    const { status, text } = await acme.send('DELETE', path, JSON.stringify({ motivo: 'Pediu por telefone' }));
    expect([status, text]).toEqual([204, '']);
    const answers = await Promise.all([acme.get(path), acme.patch(path, {}), acme.delete(path)]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await acme.post('/v1/contatos', { email: contact.email })).status).toBe(201);
    expect((await timelineOf(stack, contact.id)).at(-1)).toEqual({
      type: 'contact-deleted',
      data: { reason: 'Pediu por telefone' },
    });
    const [row] = await stack.sql<{ row: string }>('select contact::text as row from contact where id = $1', [
      contact.id,
    ]);
    expect(row?.row).not.toContain('Pediu');
    expect((await auditOf(contact.id)).at(-1)).toEqual({ action: 'contact.deleted', before: null, after: null });
  });

  it('needs no reason', async () => {
    const { id } = await created();
    expect((await acme.delete(`/v1/contatos/${id}`)).status).toBe(204);
    const { id: other } = await created();
    const send = (body: object) => acme.send('DELETE', `/v1/contatos/${other}`, JSON.stringify(body));
    expect((await send({ motivo: 'x'.repeat(501) })).status).toBe(400);
    expect((await send({ razao: 'x' })).status).toBe(400);
    expect((await send({})).status).toBe(204);
  });

  it('stays when the audit log takes no entry', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    await stack.sql('revoke insert on audit_entry from crm_app');
    try {
      const { status, body } = await acme.delete(path);
      expect([status, body.erro]).toEqual([503, 'A trilha de auditoria não está disponível. Tente mais tarde.']);
    } finally {
      await stack.sql('grant insert on audit_entry to crm_app');
    }
    expect((await acme.get(path)).body).toEqual(contact);
    expect((await acme.post('/v1/contatos', { email: contact.email })).status).toBe(409);
    expect(await timelineOf(stack, contact.id)).toHaveLength(1);
    expect((await acme.delete(path)).status).toBe(204);
  });

  it('is restored by an operator', async () => {
    const operator = await tenant.operator();
    const contact = await created({ nome: 'Ana', telefone: '+5511922223333' });
    const path = `/v1/contatos/${contact.id}`;
    expect((await operator.post(`${path}/restaurar`)).status).toBe(404);
    await acme.delete(path);
    expect((await acme.post(`${path}/restaurar`)).status).toBe(403);
    expect((await stack.anonymous.post(`${path}/restaurar`)).status).toBe(401);
    const elsewhere = operator.with({ 'x-service-tenant': (await stack.createTenant()).id });
    expect((await elsewhere.post(`${path}/restaurar`)).status).toBe(404);
    for (const name of ['Acme!', 'acc_x', '../users']) {
      expect((await operator.with({ 'x-service-tenant': name }).post(`${path}/restaurar`)).status).toBe(404);
    }
    const { status, body } = await operator.post(`${path}/restaurar`);
    expect([status, body.id, body.nome]).toEqual([200, contact.id, 'Ana']);
    expect((await acme.get(path)).body).toMatchObject({ email: contact.email, telefone: contact.telefone });
    expect((await timelineOf(stack, contact.id)).map(({ type }) => type)).toEqual([
      'stage-changed',
      'contact-deleted',
      'contact-restored',
    ]);
  });

  it('is restored by an operator who names the account by its slug', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    await acme.delete(path);
    const named = (await tenant.operator()).with({ 'x-service-tenant': tenant.slug });
    const { status, body } = await named.post(`${path}/restaurar`);
    expect([status, body.id]).toEqual([200, contact.id]);
    const withoutCrm = await stack.createTenant(['mail']);
    for (const name of [withoutCrm.slug, 'unknown'])
      expect((await named.with({ 'x-service-tenant': name }).post(`${path}/restaurar`)).status).toBe(404);
  });

  it('is not restored onto an e-mail address that another contact has meanwhile', async () => {
    const operator = await tenant.operator();
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    await acme.delete(path);
    const other = await created({ email: contact.email });
    expect((await operator.post(`${path}/restaurar`)).status).toBe(409);
    expect((await acme.get(path)).status).toBe(404);
    await acme.delete(`/v1/contatos/${other.id}`);
    expect((await operator.post(`${path}/restaurar`)).status).toBe(200);
  });
});

describe('the lifecycle of a contact', () => {
  it('has one activity and one event for a hundred promotions at once', async () => {
    const own = await stack.createTenant();
    const session = await own.session();
    const { id } = (await session.post('/v1/contatos', { email: newEmail() })).body;
    expect((await session.post(`/v1/contatos/${id}/rebaixar`)).body.ciclo).toBe('lead');
    const answers = await Promise.all(Array.from({ length: 100 }, () => session.post(`/v1/contatos/${id}/promover`)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.ciclo}`))).toEqual(new Set(['200 contato']));
    const changes = (await timelineOf(stack, id)).filter(({ type }) => type === 'lifecycle-changed');
    expect(changes.map(({ data }) => data)).toEqual([
      { from: 'contact', to: 'lead' },
      { from: 'lead', to: 'contact' },
    ]);
    const events = await sentEventsOf(stack, own.id);
    expect(events.filter(({ type }) => type === 'crm.contact.promoted')).toEqual([
      { type: 'crm.contact.promoted', to: 'platform', payload: { contactId: id } },
    ]);
  });

  it('stays as it is when it is that already', async () => {
    const contact = await created();
    const path = `/v1/contatos/${contact.id}`;
    expect((await acme.post(`${path}/promover`)).body).toEqual(contact);
    await acme.post(`${path}/rebaixar`);
    expect((await acme.post(`${path}/rebaixar`)).body.ciclo).toBe('lead');
    expect(await timelineOf(stack, contact.id)).toHaveLength(2);
  });
});
