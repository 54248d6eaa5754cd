import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const newName = () => `Empresa ${++number}`;
const created = async (fields: object = {}) => (await acme.post('/v1/empresas', { nome: newName(), ...fields })).body;
const contact = async (fields: object = {}) =>
  (await acme.post('/v1/contatos', { email: `pessoa-${++number}@example.com`, nome: `Pessoa ${number}`, ...fields }))
    .body;
const names = (items: { nome: string }[]) => items.map(({ nome }) => nome);
/** As if the contact had been made with the company. */
const setCompany = (contactId: string, companyId: string) =>
  stack.sql('update contact set company_id = $2 where id = $1', [contactId, companyId]);
const activities = (contactId: string) =>
  stack.sql<{ type: string }>(`select type from activity where contact_id = $1 and type = 'company-changed'`, [
    contactId,
  ]);

describe('a new company', () => {
  it('is found at its Location', async () => {
    const { status, body, headers } = await acme.post('/v1/empresas', {
      nome: ' Padaria São João ',
      cnpj: '11.222.333/0001-81',
      setor: 'Alimentação',
      porte: 'pequena',
      pais: 'br',
      cidade: 'Campinas',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nome: 'Padaria São João',
      cnpj: '11222333000181',
      setor: 'Alimentação',
      porte: 'pequena',
      pais: 'BR',
      estado: null,
      cidade: 'Campinas',
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    });
    expect((await acme.get(String(headers['location']))).body).toEqual(body);
  });

  it('may have the alphanumeric CNPJ of 2026', async () => {
    expect((await created({ cnpj: '12.abc.345/01de-35' })).cnpj).toBe('12ABC34501DE35');
  });

  it.each([
    [{}, 'nome'],
    [{ nome: '' }, 'nome'],
    [{ nome: '   ' }, 'nome'],
    [{ nome: 'x'.repeat(201) }, 'nome'],
    [{ nome: 'X', cnpj: '11.222.333/0001-82' }, 'cnpj'],
    [{ nome: 'X', cnpj: '12ABC34501DE36' }, 'cnpj'],
    [{ nome: 'X', cnpj: 11222333000181 }, 'cnpj'],
    [{ nome: 'X', porte: 'enorme' }, 'porte'],
    [{ nome: 'X', pais: 'ZZ' }, 'pais'],
    [{ nome: 'X', apelido: 'Y' }, 'apelido'],
  ])('cannot be %j', async (body, campo) => {
    const answer = await acme.post('/v1/empresas', body);
    expect([answer.status, answer.body.campo ?? answer.body.erro]).toEqual([400, expect.stringContaining(campo)]);
  });

  it('has a name that no other company of the account has, without case and accents', async () => {
    await created({ nome: 'Açaí do Zé' });
    const taken = await acme.post('/v1/empresas', { nome: 'ACAI  do ze' });
    expect([taken.status, taken.body]).toEqual([
      409,
      { erro: 'Outra empresa da conta já tem este nome.', campo: 'nome' },
    ]);
    expect((await rival.post('/v1/empresas', { nome: 'Açaí do Zé' })).status).toBe(201);
  });

  it('has a CNPJ that no other company of the account has, and one of two that ask at once gets it', async () => {
    const cnpj = '45.723.174/0001-10';
    const answers = await Promise.all([1, 2].map(() => acme.post('/v1/empresas', { nome: newName(), cnpj })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.campo).toBe('cnpj');
  });
});

describe('companies', () => {
  it('are listed newest first, page by page', async () => {
    const session = await (await stack.createTenant()).session();
    for (const nome of ['um', 'dois', 'três']) await session.post('/v1/empresas', { nome });
    const first = (await session.get('/v1/empresas?limite=2')).body;
    const second = (await session.get(`/v1/empresas?limite=2&cursor=${first.proximo}`)).body;
    expect(names([...first.empresas, ...second.empresas])).toEqual(['três', 'dois', 'um']);
    expect(second.proximo).toBe('');
    expect((await session.get(`/v1/empresas?cursor=${first.proximo.slice(0, -3)}AAA`)).status).toBe(400);
  });

  it('are filtered by name fragment, CNPJ, sector, size and country', async () => {
    const session = await (await stack.createTenant()).session();
    const all = [
      { nome: 'Clínica Ágata', cnpj: '11.222.333/0001-81', setor: 'Saúde', porte: 'media', pais: 'BR' },
      { nome: 'Agatha Labs', setor: 'Software', porte: 'micro', pais: 'PT' },
      { nome: '100% Natural_x', setor: 'saude', porte: 'micro', pais: 'BR' },
    ];
    for (const company of all) await session.post('/v1/empresas', company);
    const found = async (query: string) => names((await session.get(`/v1/empresas?${query}`)).body.empresas);
    expect(await found('q=agat')).toEqual(['Agatha Labs', 'Clínica Ágata']);
    expect(await found(`q=${encodeURIComponent('11.222.333/0001-81')}`)).toEqual(['Clínica Ágata']);
    expect(await found(`q=${encodeURIComponent('0% n')}`)).toEqual(['100% Natural_x']);
    expect(await found('q=_')).toEqual(['100% Natural_x']);
    expect(await found(`setor=${encodeURIComponent('SAÚDE')}`)).toEqual(['100% Natural_x', 'Clínica Ágata']);
    expect(await found('porte=micro&pais=br')).toEqual(['100% Natural_x']);
    expect((await session.get('/v1/empresas?porte=enorme')).status).toBe(400);
    expect((await session.get('/v1/empresas?pais=zz')).status).toBe(400);
    expect((await session.get('/v1/empresas?limite=201')).status).toBe(400);
  });

  it('are changed in what is given', async () => {
    const { id, nome } = await created({ setor: 'Varejo', cidade: 'Recife' });
    const path = `/v1/empresas/${id}`;
    const { status, body } = await acme.patch(path, { setor: null, porte: 'grande' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ nome, setor: null, porte: 'grande', cidade: 'Recife' }),
    ]);
    expect((await acme.patch(path, {})).status).toBe(200);
    expect((await acme.patch(path, { nome: null })).status).toBe(400);
    expect((await acme.patch(path, { nome: nome.toUpperCase() })).status).toBe(200);
    const other = await created();
    expect((await acme.patch(path, { nome: other.nome })).status).toBe(409);
    expect((await acme.get(`/v1/empresas?setor=Varejo`)).body.empresas).toEqual([]);
  });
});

describe('a deleted company', () => {
  it('frees its name and CNPJ, and releases its contacts with an entry in their timelines', async () => {
    const company = await created({ cnpj: '33.000.167/0001-01' });
    const [primary, secondary] = [await contact(), await contact()];
    await setCompany(primary.id, company.id);
    await acme.post(`/v1/empresas/${company.id}/pessoas`, { contato_id: secondary.id, papel: 'Compras' });
    expect((await acme.delete(`/v1/empresas/${company.id}`)).status).toBe(204);
    expect((await acme.get(`/v1/empresas/${company.id}`)).status).toBe(404);
    expect((await acme.get(`/v1/contatos/${primary.id}`)).body.empresa_id).toBeNull();
    expect(await activities(primary.id)).toHaveLength(1);
    expect((await acme.post('/v1/empresas', { nome: company.nome, cnpj: company.cnpj })).status).toBe(201);
    const actions = await stack.sql<{ action: string }>(
      'select action from audit_entry where object_id = $1 order by id',
      [company.id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'company.created',
      'company.person-linked',
      'company.deleted',
    ]);
  });

  it('releases more contacts than one statement takes', async () => {
    const company = await created();
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, tags, custom, company_id)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', '{}', '{}', $2 from generate_series(1, 1203) n`,
      [tenant.id, company.id],
    );
    expect((await acme.delete(`/v1/empresas/${company.id}`)).status).toBe(204);
    expect(await stack.sql('select from contact where company_id = $1', [company.id])).toEqual([]);
  });
});

describe('the people of a company', () => {
  it('are those with a primary and those with a secondary link, each once, page by page', async () => {
    const { id } = await created();
    const [both, primary, secondary] = [await contact(), await contact({ cargo: 'Dona' }), await contact()];
    await setCompany(both.id, id);
    await setCompany(primary.id, id);
    for (const person of [both, secondary]) {
      const { status, body } = await acme.post(`/v1/empresas/${id}/pessoas`, {
        contato_id: person.id,
        papel: 'Fiscal',
      });
      expect([status, body.vinculo]).toEqual([201, person === both ? 'principal' : 'secundario']);
    }
    const first = (await acme.get(`/v1/empresas/${id}/pessoas?limite=2`)).body;
    const second = (await acme.get(`/v1/empresas/${id}/pessoas?limite=2&cursor=${first.proximo}`)).body;
    expect(second.proximo).toBe('');
    const { nome, email } = secondary;
    expect([...first.pessoas, ...second.pessoas]).toEqual([
      { contato_id: secondary.id, vinculo: 'secundario', papel: 'Fiscal', nome, email, telefone: null },
      expect.objectContaining({ contato_id: primary.id, vinculo: 'principal', papel: 'Dona' }),
      expect.objectContaining({ contato_id: both.id, vinculo: 'principal', papel: 'Fiscal' }),
    ]);
    const contacts = (await acme.get(`/v1/empresas/${id}/contatos`)).body;
    expect(contacts.contatos.map((item: { id: string }) => item.id)).toEqual([primary.id, both.id]);
    expect(contacts.contatos[0]).toEqual((await acme.get(`/v1/contatos/${primary.id}`)).body);
  });

  it('keep their primary company, and get a new role when they are linked again', async () => {
    const [home, other] = [await created(), await created()];
    const person = await contact();
    await setCompany(person.id, home.id);
    const path = `/v1/empresas/${other.id}/pessoas`;
    expect((await acme.post(path, { contato_id: person.id, papel: 'Sócia' })).status).toBe(201);
    const again = await acme.post(path, { contato_id: person.id, papel: 'Diretora' });
    expect([again.status, again.body.papel]).toEqual([200, 'Diretora']);
    expect((await acme.get(`/v1/contatos/${person.id}`)).body.empresa_id).toBe(home.id);
    expect(await activities(person.id)).toHaveLength(1);
  });

  it('are unlinked once', async () => {
    const { id } = await created();
    const person = await contact();
    await acme.post(`/v1/empresas/${id}/pessoas`, { contato_id: person.id, papel: 'Fiscal' });
    const path = `/v1/empresas/${id}/pessoas/${person.id}`;
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.delete(path)).status).toBe(404);
    expect(await activities(person.id)).toHaveLength(2);
  });

  it('are contacts of the account', async () => {
    const { id } = await created();
    const foreign = (await rival.post('/v1/contatos', { email: 'alheia@example.com' })).body;
    const link = (contato_id: unknown, papel: unknown = 'x') =>
      acme.post(`/v1/empresas/${id}/pessoas`, { contato_id, papel });
    expect((await link(foreign.id)).status).toBe(404);
    expect((await link('cnt_0123456789abcdef')).status).toBe(404);
    expect((await link('x')).status).toBe(400);
    expect((await link((await contact()).id, '')).status).toBe(400);
  });
});
