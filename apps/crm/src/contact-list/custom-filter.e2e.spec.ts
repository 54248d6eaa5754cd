import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { FilterKeyBackfill } from '../contacts/filter-keys/filter-key-backfill.js';
import { create, idsOf, list } from './contact-list.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
describe('a filter by a field of the account', () => {
  const FIELDS = [
    { chave: 'apelido', tipo: 'texto' },
    { chave: 'frota', tipo: 'numero' },
    { chave: 'ativo', tipo: 'booleano' },
    { chave: 'desde', tipo: 'data' },
    { chave: 'porte', tipo: 'lista', opcoes: ['pequeno', 'grande'] },
    { chave: 'canais', tipo: 'multipla', opcoes: ['loja', 'site', 'feira'] },
  ];
  let client: HttpClient;

  beforeAll(async () => {
    client = await (await stack.createTenant()).session();
    for (const field of FIELDS) await client.post('/v1/campos-personalizados', { rotulo: 'Rótulo', ...field });
  });

  it.each<[string, string, unknown, unknown]>([
    ['apelido', 'Zé "do" Açúcar; {}', 'Zé "do" Açúcar; {}', 'Zé'],
    ['frota', '1,5', 1.5, 15],
    ['ativo', 'sim', true, false],
    ['desde', '2026-08-28', '2026-08-28', '2026-08-29'],
    ['porte', 'grande', 'grande', 'pequeno'],
    ['canais', 'loja', ['loja', 'site'], ['site']],
    ['canais', 'site;feira', ['loja', 'site', 'feira'], ['feira']],
    ['apelido', 'JOAO dos acai', 'João  dos Açaí', 'João'],
    ['porte', 'GRANDE', 'grande', 'pequeno'],
    ['canais', 'Loja; SITE', ['loja', 'site'], ['site']],
  ])('campo.%s=%s finds what has it', async (key, text, value, another) => {
    const cidade = `Cidade ${++number}`;
    const wanted = await create(client, { cidade, campos: { [key]: value } });
    await create(client, { cidade, campos: { [key]: another } });
    await create(client, { cidade });
    expect(await idsOf(client, { cidade, [`campo.${key}`]: text })).toEqual([wanted]);
    const csv = await client.get(
      `/v1/contatos/exportar.csv?${new URLSearchParams({ cidade, [`campo.${key}`]: text })}`,
    );
    expect([csv.status, csv.text.trimEnd().split('\r\n').length]).toEqual([200, 2]);
  });

  it('finds a text as long as a field may have, in letters of three bytes', async () => {
    const wanted = await create(client, { campos: { apelido: '字'.repeat(1_000) } });
    await create(client, { campos: { apelido: `${'字'.repeat(999)}子` } });
    expect(await idsOf(client, { 'campo.apelido': '字'.repeat(1_000) })).toEqual([wanted]);
  });

  it('joins with others, and with the order of the parameters the cursor stays valid', async () => {
    const body = { cidade: 'Junta', campos: { porte: 'grande', ativo: true } };
    const ids = [await create(client, body), await create(client, body)];
    await create(client, { ...body, campos: { porte: 'grande', ativo: false } });
    const first = await list(client, { 'campo.porte': 'grande', 'campo.ativo': 'true', cidade: 'Junta', limite: 1 });
    const cursor = first.proximo;
    const second = await list(client, { 'campo.ativo': 'true', 'campo.porte': 'grande', cidade: 'Junta', cursor });
    expect([...first.contatos, ...second.contatos].map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await client.get(`/v1/contatos?campo.porte=grande&cidade=Junta&cursor=${cursor}`)).status).toBe(400);
  });

  it('finds a rare value behind many contacts', async () => {
    const busy = await stack.createTenant();
    const admin = await busy.session();
    await admin.post('/v1/campos-personalizados', { ...FIELDS[1], rotulo: 'Frota' });
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, created_at)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', 'N', 'n', '{}',
              jsonb_build_object('frota', case when n = 7000 then 7 else 1 end), now() - n * interval '1 second'
         from generate_series(1, 8000) n`,
      [busy.id],
    );
    expect(await idsOf(admin, { 'campo.frota': 7 })).toEqual([`cnt_${(7_000).toString(16).padStart(16, '0')}`]);
  });

  it('finds a contact of the version before as it is spelled, until it is keyed', async () => {
    const backfill = stack.app.get(FilterKeyBackfill, { strict: false });
    await backfill.fill();
    const before = await stack.createTenant();
    const session = await before.session();
    await session.post('/v1/campos-personalizados', { chave: 'apelido', rotulo: 'Apelido', tipo: 'texto' });
    const body = { cidade: 'Óbidos', marcadores: ['Raro', 'x'], campos: { apelido: 'Zé' } };
    const id = await create(session, body);
    await stack.sql('update contact set filter_keys = null where id = $1', [id]);
    const exact = { cidade: 'Óbidos', marcador: 'Raro', 'campo.apelido': 'Zé' };
    const folded = { cidade: 'obidos', marcador: 'raro', 'campo.apelido': 'ze' };
    expect(await idsOf(session, exact)).toEqual([id]);
    for (const [name, value] of Object.entries(folded)) expect(await idsOf(session, { [name]: value })).toEqual([]);
    const second = await create(session, body);
    await stack.sql('update contact set filter_keys = null where id = $1', [second]);
    expect(await backfill.fill()).toBe(2);
    for (const [name, value] of Object.entries(folded))
      expect(await idsOf(session, { [name]: value })).toEqual([second, id]);
    expect(await backfill.fill()).toBe(0);
  });

  it('holds for customers, too', async () => {
    const wanted = await create(client, { estagio: 'cliente', campos: { apelido: 'cliente' } });
    await create(client, { campos: { apelido: 'cliente' } });
    const { body } = await client.get('/v1/clientes?campo.apelido=cliente');
    expect(body.clientes.map(({ id }: { id: string }) => id)).toEqual([wanted]);
    expect((await client.get('/v1/clientes?campo.x=1')).status).toBe(400);
  });

  it.each([
    ['campo.inexistente', 'x'],
    ['campo.', 'x'],
    ['campo.nome', 'x'],
    ['campo.__proto__', 'x'],
    ['campo.frota', 'muitos'],
    ['campo.frota', 'NaN'],
    ['campo.frota', ''],
    ['campo.ativo', 'talvez'],
    ['campo.desde', '2026-02-30'],
    ['campo.porte', 'médio'],
    ['campo.canais', 'loja;rádio'],
    ['campo.apelido', 'x'.repeat(1_001)],
  ])('%s=%s is invalid', async (name, value) => {
    const query = new URLSearchParams({ [name]: value }).toString();
    const { status, body } = await client.get(`/v1/contatos?${query}`);
    expect([status, body]).toEqual([400, { erro: expect.any(String) as string, campo: name }]);
    const csv = await client.get(`/v1/contatos/exportar.csv?${query}`);
    expect([csv.status, csv.body.campo]).toEqual([400, name]);
  });

  it('is invalid when it is given twice, has a NUL, or is a field of another account', async () => {
    for (const query of ['campo.porte=grande&campo.porte=pequeno', 'campo.apelido=%00'])
      expect((await client.get(`/v1/contatos?${query}`)).status).toBe(400);
    expect((await rival.get('/v1/contatos?campo.porte=grande')).status).toBe(400);
  });
});
