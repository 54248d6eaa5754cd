import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PATH = '/v1/campos-personalizados';
const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const newKey = () => `campo_${++number}`;
const newEmail = () => `custom-${++number}@example.com`;
const create = (values: object = {}) =>
  admin.post(PATH, { chave: newKey(), rotulo: 'Campo', tipo: 'texto', ...values });
const created = async (values: object = {}) => (await create(values)).body;
const contactWith = (campos: object) => admin.post('/v1/contatos', { email: newEmail(), campos });

describe('a custom field', () => {
  it('is found at its Location, and in the catalogue of all fields', async () => {
    const chave = newKey();
    const given = { chave, rotulo: 'Porte', tipo: 'lista', opcoes: ['pequeno', ' grande '], obrigatorio: false };
    const { status, body, headers } = await admin.post(PATH, given);
    expect([status, body]).toEqual([201, expect.objectContaining({ ...given, opcoes: ['pequeno', 'grande'] })]);
    expect((await admin.get(String(headers['location']))).body).toEqual(body);
    expect((await admin.get(PATH)).body.campos).toContainEqual(body);
    const catalogue = (await admin.get('/v1/campos')).body.campos;
    expect(catalogue).toContainEqual({
      entidade: 'contato',
      chave,
      rotulo: 'Porte',
      tipo: 'lista',
      opcoes: ['pequeno', 'grande'],
      editavel: true,
      obrigatorio: false,
      personalizado: true,
    });
    expect(catalogue).toContainEqual(
      expect.objectContaining({ entidade: 'contato', chave: 'estagio', personalizado: false }),
    );
    expect(catalogue).toContainEqual(expect.objectContaining({ entidade: 'empresa', chave: 'cnpj' }));
  });

  it.each([
    [{ chave: 'email' }, 422, 'chave'],
    [{ tipo: 'lista' }, 422, 'opcoes'],
    [{ tipo: 'multipla', opcoes: ['a', ' a'] }, 422, 'opcoes'],
    [{ tipo: 'texto', opcoes: ['a'] }, 422, 'opcoes'],
    [{ chave: 'Porte' }, 400, undefined],
    [{ chave: '__proto__' }, 400, undefined],
    [{ chave: '' }, 400, undefined],
    [{ rotulo: '' }, 400, undefined],
    [{ tipo: 'moeda' }, 400, undefined],
    [{ obrigatorio: 'sim' }, 400, undefined],
    [{ formula: '1+1' }, 400, undefined],
  ])('cannot be %j', async (values, status, campo) => {
    const answer = await create(values);
    expect([answer.status, answer.body.campo]).toEqual([status, campo]);
  });

  it('has a key that no other of the account has, also when two are made at once', async () => {
    const chave = newKey();
    const answers = await Promise.all([
      create({ chave }),
      create({ chave }),
      rival.post(PATH, { chave, rotulo: 'x', tipo: 'texto' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  });

  it('keeps key and type', async () => {
    const field = await created({ tipo: 'lista', opcoes: ['a'] });
    const path = `${PATH}/${field.id}`;
    const changed = await admin.patch(path, { rotulo: 'Outro', opcoes: ['b'], obrigatorio: false });
    expect(changed.body).toMatchObject({ chave: field.chave, tipo: 'lista', rotulo: 'Outro', opcoes: ['b'] });
    expect((await admin.patch(path, { tipo: 'texto' })).status).toBe(400);
    expect((await admin.patch(path, { opcoes: [] })).status).toBe(422);
    expect((await admin.patch(path, {})).body).toEqual(changed.body);
  });

  it('of another account is not found, and members do not change any', async () => {
    const field = await created();
    const path = `${PATH}/${field.id}`;
    const member = await tenant.session('member');
    expect((await rival.get(path)).status).toBe(404);
    expect((await rival.patch(path, { rotulo: 'x' })).status).toBe(404);
    expect((await rival.delete(path)).status).toBe(404);
    expect((await admin.get(`${PATH}/x`)).status).toBe(404);
    expect((await member.get(path)).status).toBe(200);
    expect((await member.delete(path)).status).toBe(404);
    expect((await member.post(PATH, { chave: newKey(), rotulo: 'x', tipo: 'texto' })).status).toBe(404);
  });

  it('is one of two hundred at most', async () => {
    const crowded = await stack.createTenant();
    const session = await crowded.session();
    await stack.sql(
      `insert into custom_field (tenant_id, id, key, label, type, options, is_required)
       select $1, gen_random_uuid(), 'f_' || n, 'F', 'text', '{}', false from generate_series(1, 199) n`,
      [crowded.id],
    );
    const field = () => session.post(PATH, { chave: newKey(), rotulo: 'x', tipo: 'texto' });
    const answers = await Promise.all([field(), field(), field()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
});

describe('the values of custom fields', () => {
  it('are typed, kept when absent and emptied by null', async () => {
    const [size, since] = [await created({ tipo: 'numero' }), await created({ tipo: 'data' })];
    const { status, body } = await contactWith({ [size.chave]: 12.5, [since.chave]: '2024-02-29' });
    expect([status, body.campos]).toEqual([201, { [size.chave]: 12.5, [since.chave]: '2024-02-29' }]);
    const path = `/v1/contatos/${body.id}`;
    expect((await admin.patch(path, { campos: { [size.chave]: null } })).body.campos).toEqual({
      [since.chave]: '2024-02-29',
    });
    expect((await admin.patch(path, { campos: { [size.chave]: 7 } })).body.campos).toEqual({
      [size.chave]: 7,
      [since.chave]: '2024-02-29',
    });
    expect((await admin.get(path)).body.campos).toEqual({ [size.chave]: 7, [since.chave]: '2024-02-29' });
  });

  it('name the field that cannot have them', async () => {
    const field = await created({ tipo: 'booleano', rotulo: 'Cliente antigo' });
    const { status, body } = await contactWith({ [field.chave]: 'sim' });
    expect([status, body]).toEqual([
      422,
      { erro: 'Cliente antigo deve ser true ou false.', campo: `campos.${field.chave}` },
    ]);
  });

  it('are needed where the account says so', async () => {
    const strict = await stack.createTenant();
    const session = await strict.session();
    await session.post(PATH, { chave: 'origem', rotulo: 'Origem', tipo: 'texto', obrigatorio: true });
    const without = await session.post('/v1/contatos', { email: newEmail() });
    expect([without.status, without.body]).toEqual([422, { erro: 'Origem é obrigatório.', campo: 'campos.origem' }]);
    const { body } = await session.post('/v1/contatos', { email: newEmail(), campos: { origem: 'feira' } });
    const path = `/v1/contatos/${body.id}`;
    expect((await session.patch(path, { campos: { origem: null } })).status).toBe(422);
    expect((await session.patch(path, { nome: 'Ana' })).status).toBe(200);
  });

  it('go with their field, whose key is free once they are gone', async () => {
    const field = await created();
    const kept = await created();
    const { body } = await contactWith({ [field.chave]: 'x', [kept.chave]: 'y' });
    expect((await admin.delete(`${PATH}/${field.id}`)).status).toBe(204);
    expect((await admin.get(`${PATH}/${field.id}`)).status).toBe(404);
    expect((await contactWith({ [field.chave]: 'x' })).status).toBe(422);
    await waitUntil(async () => (await create({ chave: field.chave, tipo: 'numero' })).status === 201);
    expect((await admin.get(`/v1/contatos/${body.id}`)).body.campos).toEqual({ [kept.chave]: 'y' });
    const keys = 'select filter_keys from contact where id = $1';
    expect(await stack.sql(keys, [body.id])).toEqual([{ filter_keys: ['source=manual', `custom.${kept.chave}=y`] }]);
  });
});
