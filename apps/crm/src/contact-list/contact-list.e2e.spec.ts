import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { FilterKeyBackfill } from '../contacts/filter-keys/filter-key-backfill.js';
import { create, idsOf, list } from './contact-list.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
/** Sets what only captures set. */
async function set(id: string, values: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(values).map((column, index) => `${column} = $${index + 2}`);
  await stack.sql(`update contact set ${columns.join(', ')} where id = $1`, [id, ...Object.values(values)]);
}

/** The same as a capture writes it. */
async function setCaptured(id: string, values: Record<string, unknown>): Promise<void> {
  await set(id, { ...values, filter_keys: null });
  await stack.app.get(FilterKeyBackfill, { strict: false }).fill();
}

const newcomer = async () => (await stack.createTenant()).session();

describe('the list of contacts', () => {
  it('is newest first, page by page, and ends with an empty cursor', async () => {
    const client = await newcomer();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await create(client));
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { contatos, proximo } = await list(client, { limite: 2, cursor });
      seen.push(...contatos.map(({ id }) => id));
      expect(proximo === '').toBe(page === 2);
      cursor = proximo;
    }
    expect(seen).toEqual(ids);
  });

  it('has each contact as reading it answers', async () => {
    const id = await create(acme, { telefone: '(11) 98888-7777', nome: 'Bia', marcadores: ['vip'] });
    const [first] = (await list(acme, { limite: 1 })).contatos;
    expect(first).toEqual((await acme.get(`/v1/contatos/${id}`)).body);
  });

  it('has anonymized contacts, and no deleted ones', async () => {
    const client = await newcomer();
    const [kept, deleted] = [await create(client), await create(client)];
    await set(kept, { anonymized_at: new Date(), data_key: null, name: null, name_key: null });
    await set(deleted, { deleted_at: new Date() });
    expect((await list(client)).contatos).toMatchObject([{ id: kept, anonimizado: true, email: null, emails: [] }]);
  });

  it('has no contact of another account', async () => {
    await create(acme);
    expect(await idsOf(rival, {})).toEqual([]);
  });

  it.each([0, 201, -1, 'x', '1.5'])('rejects limite=%s', async (limite) => {
    expect((await acme.get(`/v1/contatos?limite=${limite}`)).status).toBe(400);
  });

  it('takes as many statements for a page of one as for a page of twenty', async () => {
    const client = await newcomer();
    const statements = (query: string) => statementsOf(() => client.get(`/v1/contatos?${query}`), /\bcontact/);
    for (let n = 0; n < 20; n += 1) await create(client, { nome: 'Ana', pais: n < 3 ? 'PT' : 'BR' });
    await client.get('/v1/contatos');
    for (const filter of ['', '&pais=BR', '&q=ana']) {
      expect(await statements(`limite=1${filter}`)).toHaveLength(3);
      expect(await statements(`limite=19${filter.replace('BR', 'PT').replace('ana', 'an')}`)).toHaveLength(
        filter.includes('pais') ? 4 : 3,
      );
    }
  });
});

describe('a cursor', () => {
  it('is opaque, and rejected when it is changed', async () => {
    for (let n = 0; n < 2; n += 1) await create(acme);
    const { contatos, proximo } = await list(acme, { limite: 1 });
    expect(Buffer.from(proximo, 'base64url').toString('latin1')).not.toContain(contatos[0]!.id);
    for (const cursor of [`${proximo.slice(0, -2)}${proximo.endsWith('AA') ? 'BB' : 'AA'}`, 'x', proximo.slice(1)]) {
      const { status, body } = await acme.get(`/v1/contatos?cursor=${cursor}`);
      expect([status, body]).toEqual([400, { erro: expect.any(String) as string }]);
    }
  });

  it('is of one account and of one set of filters', async () => {
    for (let n = 0; n < 2; n += 1) await create(acme, { estado: 'SP' });
    const { proximo } = await list(acme, { limite: 1, estado: 'SP' });
    expect((await acme.get(`/v1/contatos?estado=SP&limite=2&cursor=${proximo}`)).status).toBe(200);
    expect((await acme.get(`/v1/contatos?estado=RJ&cursor=${proximo}`)).status).toBe(400);
    expect((await acme.get(`/v1/contatos?cursor=${proximo}`)).status).toBe(400);
    expect((await rival.get(`/v1/contatos?estado=SP&cursor=${proximo}`)).status).toBe(400);
  });
});

describe('a text filter', () => {
  it.each<[string, string[], object, Record<string, unknown>]>([
    ['estado', ['SÃO PAULO', 'sao paulo', 'Sa\u0303o  Paulo'], { estado: 'São Paulo' }, {}],
    ['cidade', ['lodz', 'Łódź', 'ŁÓDŹ'], { cidade: 'Łódź' }, {}],
    ['cidade', ['mugla', 'MUĞLA'], { cidade: 'Muğla' }, {}],
    ['cidade', ['ag\u0131r', 'AGIR'], { cidade: 'Ağır' }, {}],
    ['cargo', ['STRASSENBAUER', 'straßenbauer'], { cargo: 'Straßenbauer' }, {}],
    ['cargo', ['Røtter', 'rotter'], { cargo: 'røtter' }, {}],
    ['marcador', ['PROMOÇÃO', 'promocao', 'Promoção'], { marcadores: ['a', 'promoção'] }, {}],
    ['fonte', ['ORGÂNICO', 'organico'], {}, { source: 'Orgânico' }],
    ['utm_source', ['facebook', 'FACEBOOK'], {}, { utm_source: 'Facebook' }],
    ['so', ['android'], {}, { os: 'Android' }],
    ['navegador', ['FIREFOX'], {}, { browser: 'Firefox' }],
  ])('%s finds %j, whatever case and accents', async (name, spellings, body, columns) => {
    const client = await newcomer();
    const wanted = await create(client, body);
    if (Object.keys(columns).length > 0) await setCaptured(wanted, columns);
    await create(client, { estado: 'Acre', cidade: 'Lod', cargo: 'x', marcadores: ['promo'] });
    for (const value of spellings) expect(await idsOf(client, { [name]: value })).toEqual([wanted]);
  });

  it('finds the new value after a change, and not the old one', async () => {
    const client = await newcomer();
    const id = await create(client, { cidade: 'Belém', marcadores: ['Feira'] });
    await client.patch(`/v1/contatos/${id}`, { cidade: 'Macapá', marcadores: ['Évento'] });
    expect(await idsOf(client, { cidade: 'belem' })).toEqual([]);
    expect(await idsOf(client, { marcador: 'feira' })).toEqual([]);
    expect(await idsOf(client, { cidade: 'macapa', marcador: 'EVENTO' })).toEqual([id]);
    await client.patch(`/v1/contatos/${id}`, { cidade: null, marcadores: [] });
    expect(await idsOf(client, { cidade: 'macapa' })).toEqual([]);
    expect(await idsOf(client, { marcador: 'evento' })).toEqual([]);
  });

  it('finds a rare value behind many contacts, with others', async () => {
    const busy = await stack.createTenant();
    const client = await busy.session();
    const id = await create(client, {
      nome: 'Ana',
      cidade: 'Óbidos',
      estado: 'Pará',
      marcadores: ['Raro'],
      cargo: 'Sócia',
    });
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, city, filter_keys)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', 'N', 'ana', '{}', '{}', 'Belém', '{city=belem}'
         from generate_series(1, 6000) n`,
      [busy.id],
    );
    for (const filters of <Record<string, string>[]>[
      { cidade: 'OBIDOS' },
      { cidade: 'obidos', estado: 'PARA', marcador: 'RARO', cargo: 'socia' },
      { cidade: 'obidos', q: 'ana' },
      { cidade: 'obidos', estagio: 'novo' },
    ])
      expect(await idsOf(client, filters)).toEqual([id]);
    expect(await idsOf(client, { cidade: 'obidos', estado: 'acre' })).toEqual([]);
  });
});

describe('a filter', () => {
  const companyId = '0190b6f0-5d6e-7c3a-8b1f-3f2e8a1c9d10';

  it.each<[string, string, object, Record<string, unknown>]>([
    ['estagio', 'cliente', { estagio: 'cliente' }, {}],
    ['ciclo', 'lead', {}, { lifecycle: 'lead' }],
    ['pais', 'pt', {}, { country: 'PT' }],
    ['estado', 'Ceará', {}, { state: 'Ceará' }],
    ['cidade', 'Sobral', {}, { city: 'Sobral' }],
    ['empresa_id', companyId.toUpperCase(), {}, { company_id: companyId }],
    ['cargo', 'Diretora', {}, { job_title: 'Diretora' }],
    ['marcador', 'vip', { marcadores: ['a', 'vip'] }, {}],
    ['dono_id', 'usr_1', {}, { owner_id: 'usr_1' }],
    ['fonte', 'snippet', {}, { source: 'snippet' }],
    ['utm_source', 'google', {}, { utm_source: 'google' }],
    ['dispositivo', 'desconhecido', {}, { device: 'unknown' }],
    ['so', 'Android', {}, { os: 'Android' }],
    ['navegador', 'Firefox', {}, { browser: 'Firefox' }],
    ['ip_pais', 'AR', {}, { ip_country: 'AR' }],
    ['email_status', 'suspeito', {}, { email_status: 'suspeito' }],
  ])('%s=%s finds what has it', async (name, value, body, columns) => {
    const client = await newcomer();
    const wanted = await create(client, body);
    if (Object.keys(columns).length > 0) await setCaptured(wanted, columns);
    const other = await create(client, { estagio: 'qualificado', marcadores: ['b'] });
    await set(other, { lifecycle: 'contact', device: 'desktop' });
    expect(await idsOf(client, { [name]: value })).toEqual([wanted]);
  });

  it('joins with others, and finds nothing where one is not met', async () => {
    const client = await newcomer();
    const wanted = await create(client, { nome: 'Ana Lima', estagio: 'cliente', marcadores: ['vip'] });
    await create(client, { nome: 'Ana Prado', estagio: 'cliente' });
    await create(client, { nome: 'Ana Reis', marcadores: ['vip'] });
    expect(await idsOf(client, { q: 'ana', estagio: 'cliente', marcador: 'vip' })).toEqual([wanted]);
    expect(await idsOf(client, { q: 'ana', estagio: 'descartado' })).toEqual([]);
  });

  it('criado_de and criado_ate take moments, and days of the time zone of the account', async () => {
    const client = await newcomer();
    const [early, late] = [await create(client), await create(client)];
    // 23:30 and 00:30 in São Paulo.
    await set(early, { created_at: new Date('2026-03-02T02:30:00Z') });
    await set(late, { created_at: new Date('2026-03-02T03:30:00Z') });
    expect(await idsOf(client, { criado_de: '2026-03-01', criado_ate: '2026-03-01' })).toEqual([early]);
    expect(await idsOf(client, { criado_de: '2026-03-02' })).toEqual([late]);
    expect(await idsOf(client, { criado_ate: '2026-03-02' })).toEqual([late, early]);
    expect(await idsOf(client, { criado_de: '2026-03-02T02:30:00Z', criado_ate: '2026-03-02T03:30:00Z' })).toEqual([
      early,
    ]);
  });

  it.each([
    'estagio=perdido',
    'ciclo=x',
    'dispositivo=watch',
    'dispositivo=unknown',
    'email_status=bom',
    'pais=BRA',
    'pais=',
    'pais=ZZ',
    'ip_pais=1',
    'empresa_id=7',
    'criado_de=ontem',
    'criado_de=2026-02-30',
    'criado_ate=2026-13-01T00:00:00Z',
    'estagio=novo&estagio=cliente',
    'q=%00',
    `q=${'x'.repeat(321)}`,
  ])('%s is invalid', async (query) => {
    const { status, body } = await acme.get(`/v1/contatos?${query}`);
    expect([status, typeof body.erro]).toEqual([400, 'string']);
  });

  it('that does not exist is ignored', async () => {
    expect((await acme.get('/v1/contatos?apelido=x')).status).toBe(200);
  });
});

describe('q', () => {
  it('with @ is an exact e-mail address', async () => {
    const id = await create(acme, { email: 'Busca.Exata@example.com', telefone: '(11) 97777-6666' });
    expect(await idsOf(acme, { q: ' busca.exata@EXAMPLE.com ' })).toEqual([id]);
    expect(await idsOf(acme, { q: 'exata@example.com' })).toEqual([]);
    expect(await idsOf(acme, { q: '@' })).toEqual([]);
    expect(await idsOf(acme, { q: 'busca.exata@example.com', estagio: 'cliente' })).toEqual([]);
    expect(await idsOf(rival, { q: 'busca.exata@example.com' })).toEqual([]);
  });

  it('with eight digits or more is a telephone number in the country of the account', async () => {
    const id = await create(acme, { telefone: '(11) 96666-5555' });
    expect(await idsOf(acme, { q: '11 96666 5555' })).toEqual([id]);
    expect(await idsOf(acme, { q: '+55 (11) 96666-5555' })).toEqual([id]);
    expect(await idsOf(acme, { q: '96666555' })).toEqual([]);
  });

  it('is a fragment of a name, without case and accents', async () => {
    const client = await newcomer();
    const id = await create(client, { nome: 'José  Ângelo da Conceição' });
    await create(client, { nome: 'Maria' });
    for (const q of ['angelo', 'JOSÉ Â', 'gelo da conce', 'é', 'concei'])
      expect(await idsOf(client, { q })).toEqual([id]);
    for (const q of ['%', '_', 'jose%conceicao', 'pedro', '1234567']) expect(await idsOf(client, { q })).toEqual([]);
  });

  it('finds a rare name among many, page by page', async () => {
    const busy = await stack.createTenant();
    const client = await busy.session();
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, country, created_at)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', 'N', case when n % 5000 = 1 then 'raro nome' else 'comum' end,
              '{}', '{}', 'BR', now() - n * interval '1 second'
         from generate_series(1, 12000) n`,
      [busy.id],
    );
    const first = await list(client, { q: 'raro', limite: 2 });
    const second = await list(client, { q: 'raro', limite: 2, cursor: first.proximo });
    expect([...first.contatos, ...second.contatos].map(({ id }) => Number.parseInt(id.slice(4), 16))).toEqual([
      1, 5001, 10001,
    ]);
    expect(second.proximo).toBe('');
    expect(await idsOf(client, { q: 'raro', pais: 'PT' })).toEqual([]);
  });
});
