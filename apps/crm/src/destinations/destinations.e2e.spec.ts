import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { waitForDelivery } from './destinations.fixture.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => crmStack({ OUTBOUND_ALLOW: sink.host }));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  sink.answer({});
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
});

const create = (more: object = {}, client = acme) =>
  client.post('/v1/destinos', { nome: 'Vendas', url: `${sink.url}/leads`, ...more });

const audit = (id: string) =>
  stack.sql<{ action: string; entry: string }>(
    'select action, to_jsonb(audit_entry)::text as entry from audit_entry where object_id = $1 order by id',
    [id],
  );

describe('a destination', () => {
  it.each([
    ['destinos', { nome: 'Vendas', url: 'https://hooks.example.com/leads' }],
    [
      'integracoes-de-conversao',
      { nome: 'Meta', provedor: 'meta_capi', config: { pixel_id: '1234567890' }, segredo: 'token' },
    ],
  ])('of %s is made, changed and tested by admins, and read by every member', async (kind, values) => {
    const member = await tenant.session('member');
    const { id } = (await acme.post(`/v1/${kind}`, values)).body;
    const path = `/v1/${kind}/${id}`;
    const refused = [
      await member.post(`/v1/${kind}`, values),
      await member.put(path, { ...values, ativo: false }),
      await member.post(`${path}/testar`),
      await member.delete(path),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const read = [await member.get(`/v1/${kind}`), await member.get(path), await member.get(`${path}/entregas`)];
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([read[1]!.body.ativo, read[2]!.body.entregas]).toEqual([true, []]);
  });

  it('is created, read, listed, replaced and deleted, and never shows its secret', async () => {
    const created = await create({ nome: ' Vendas ', segredo: SECRET });
    expect([created.status, created.headers['location']]).toEqual([201, `/v1/destinos/${created.body.id}`]);
    expect(created.body).toEqual({
      id: expect.any(String),
      nome: 'Vendas',
      url: `${sink.url}/leads`,
      tem_segredo: true,
      ativo: true,
      falhando_desde: null,
      desativado_em: null,
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    });
    const path = `/v1/destinos/${created.body.id}`;
    expect((await acme.get(path)).body).toEqual(created.body);
    const other = (await create({ nome: 'Suporte', ativo: false })).body;
    expect(other).toMatchObject({ ativo: false, tem_segredo: false });
    expect((await acme.get('/v1/destinos')).body).toEqual({ destinos: [created.body, other] });
    const replaced = await acme.put(path, { nome: 'Outro', url: `${sink.url}/outro`, ativo: false });
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      { nome: 'Outro', url: `${sink.url}/outro`, ativo: false },
    ]);
    const [stored] = await stack.sql<{ row: string }>(
      'select to_jsonb(destination)::text as row from destination where id = $1',
      [created.body.id],
    );
    expect(stored!.row).not.toContain(Buffer.from(SECRET).toString('hex'));
    const entries = await audit(created.body.id);
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.get(path)).status).toBe(404);
    expect((await acme.get('/v1/destinos')).body).toEqual({ destinos: [other] });
    const shown = JSON.stringify([created.body, replaced.body, entries]);
    expect(shown).not.toContain(SECRET.slice(6));
    expect((await audit(created.body.id)).map(({ action }) => action)).toEqual([
      'destination.created',
      'destination.changed',
      'destination.deleted',
    ]);
  });

  it('keeps its secret and whether it is active when a replacement does not name them; null removes the secret', async () => {
    const { id } = (await create({ segredo: SECRET, ativo: false })).body;
    const replace = async (more: object) =>
      (await acme.put(`/v1/destinos/${id}`, { nome: 'Vendas', url: sink.url, ...more })).body;
    expect(await replace({})).toMatchObject({ tem_segredo: true, ativo: false });
    expect(await replace({ segredo: 'outro', ativo: true })).toMatchObject({ tem_segredo: true, ativo: true });
    expect(await replace({ segredo: null })).toMatchObject({ tem_segredo: false, ativo: true });
  });

  it.each([
    ['http://127.0.0.1:8080/x', 'interna'],
    ['http://[::1]/x', 'interna'],
    ['http://10.0.0.1/x', 'interna'],
    ['http://169.254.169.254/latest/meta-data', 'interna'],
    ['http://0x7f.1/', 'interna'],
    ['http://localhost:3000/', 'interna'],
    ['ftp://example.com/', 'http'],
    ['javascript:alert(1)', 'http'],
    ['https://ana:senha@example.com/', 'usuário'],
    ['https://example.com:25/', 'porta'],
    ['nada', 'válida'],
    [`https://example.com/${'a'.repeat(2_100)}`, '2048'],
  ])('is not at %s', async (url, reason) => {
    const { id } = (await create()).body;
    for (const { status, body } of [await create({ url }), await acme.put(`/v1/destinos/${id}`, { nome: 'x', url })])
      expect([status, body]).toEqual([422, { erro: expect.stringContaining(reason), campo: 'url' }]);
    expect((await acme.get('/v1/destinos')).body.destinos).toMatchObject([{ url: `${sink.url}/leads` }]);
  });

  it('may have a host name without an address', async () => {
    expect((await create({ url: 'https://nao-existe.invalid/' })).status).toBe(201);
  });

  it.each(['whsec_', 'whsec_AAAA', 'whsec_***'])('has no secret %s', async (segredo) => {
    const { status, body } = await create({ segredo });
    expect([status, body.campo]).toEqual([422, 'segredo']);
    expect(JSON.stringify(body)).not.toContain('***');
  });

  it.each([
    {},
    { nome: 'x' },
    { nome: ' ', url: 'https://example.com' },
    { nome: 'x'.repeat(101), url: 'https://example.com' },
    { nome: 'x', url: 1 },
    { nome: 'x', url: 'https://example.com', segredo: '' },
    { nome: 'x', url: 'https://example.com', segredo: 'x'.repeat(501) },
    { nome: 'x', url: 'https://example.com', ativo: 'sim' },
    { nome: 'x', url: 'https://example.com', provedor: 'meta_capi' },
  ])('is not made of %j', async (body) => {
    expect((await acme.post('/v1/destinos', body)).status).toBe(400);
  });

  it('is one of at most 50, also when many are made at once', async () => {
    await stack.sql(
      `insert into destination (tenant_id, id, name, url, active)
       select $1, gen_random_uuid(), n::text, 'https://example.com/', false from generate_series(1, 47) n`,
      [tenant.id],
    );
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((nome) => create({ nome })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422]);
    const config = { pixel_id: '1234567890' };
    expect((await acme.post('/v1/integracoes-de-conversao', { nome: 'x', provedor: 'meta_capi', config })).status).toBe(
      201,
    );
    const { destinos } = (await acme.get('/v1/destinos')).body;
    await acme.delete(`/v1/destinos/${destinos[0].id}`);
    expect((await create()).status).toBe(201);
  });

  it('is not found in another account, with an id of another form, or as the other kind', async () => {
    const { id } = (await create()).body;
    const rival = await (await stack.createTenant()).session();
    const body = { nome: 'x', url: 'https://example.com' };
    for (const [client, path] of [
      [rival, `/v1/destinos/${id}`],
      [acme, `/v1/destinos/${v7()}`],
      [acme, '/v1/destinos/x'],
      [acme, `/v1/integracoes-de-conversao/${id}`],
    ] as const) {
      const answers = [
        await client.get(path),
        await client.delete(path),
        await client.get(`${path}/entregas`),
        await client.post(`${path}/testar`),
        ...(path.includes('destinos') ? [await client.put(path, body)] : []),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    expect((await rival.get('/v1/destinos')).body).toEqual({ destinos: [] });
    expect((await stack.anonymous.get('/v1/destinos')).status).toBe(401);
  });
});

describe('a test of a destination', () => {
  it('is a marked lead that names nobody, through the same queue', async () => {
    const { id } = (await create({ segredo: SECRET, url: `${sink.url}/teste` })).body;
    const { status, body } = await acme.post(`/v1/destinos/${id}/testar`);
    expect([status, body]).toEqual([202, { enfileiradas: 1, aviso: expect.stringContaining('teste') }]);
    const { text, headers } = await sink.waitFor(({ path }) => path === '/teste');
    expect(JSON.parse(text)).toMatchObject({
      EventId: headers['x-service-event-id'],
      EventType: 'crm.lead.captured',
      Environment: 'test',
      TenantId: tenant.id,
      teste: true,
      Data: { Contact: { Email: 'ana@example.com' } },
    });
    expect(await waitForDelivery(acme, `/v1/destinos/${id}`, ({ estado }) => estado === 'entregue')).toEqual({
      id: expect.any(String),
      evento: 'crm.lead.captured',
      evento_id: headers['x-service-event-id'],
      teste: true,
      estado: 'entregue',
      codigo: 200,
      tentativas: 1,
      erro: null,
      resposta: null,
      criado_em: expect.any(String),
      ultima_tentativa_em: expect.any(String),
      proxima_tentativa_em: null,
    });
    await acme.post(`/v1/destinos/${id}/testar`);
    expect((await acme.get(`/v1/destinos/${id}/entregas?limite=1`)).body.entregas).toHaveLength(1);
    for (const limite of ['0', '201', 'x'])
      expect((await acme.get(`/v1/destinos/${id}/entregas?limite=${limite}`)).status).toBe(400);
  });

  it('is not found for an inactive one', async () => {
    const { id } = (await create({ ativo: false })).body;
    expect((await acme.post(`/v1/destinos/${id}/testar`)).status).toBe(404);
    expect((await acme.get(`/v1/destinos/${id}/entregas`)).body).toEqual({ entregas: [] });
  });
});

describe('GraphQL', () => {
  it('creates, tests, replaces, lists and deletes destinations as REST does', async () => {
    const input = { nome: 'Vendas', url: `${sink.url}/graphql`, segredo: SECRET };
    const ask = async (query: string, variables: object) => {
      const { body } = await acme.post('/graphql', { query, variables });
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const { createDestination } = await ask(
      'mutation ($input: DestinationInput!) { createDestination(input: $input) { id nome tem_segredo } }',
      { input },
    );
    expect(createDestination).toMatchObject({ nome: 'Vendas', tem_segredo: true });
    const { id } = createDestination;
    await ask('mutation ($id: ID!) { testDestination(id: $id) { enfileiradas aviso } }', { id });
    await waitForDelivery(acme, `/v1/destinos/${id}`, ({ estado }) => estado === 'entregue');
    const shown = await ask(
      `query ($id: ID!) { destinations { id } destination(id: $id) { id url ativo entregas(limite: 1) { estado codigo tentativas teste } } }`,
      { id },
    );
    expect(shown).toEqual({
      destinations: [{ id }],
      destination: {
        id,
        url: `${sink.url}/graphql`,
        ativo: true,
        entregas: [{ estado: 'entregue', codigo: 200, tentativas: 1, teste: true }],
      },
    });
    const { replaceDestination } = await ask(
      'mutation ($id: ID!, $input: DestinationInput!) { replaceDestination(id: $id, input: $input) { tem_segredo } }',
      { id, input: { nome: 'x', url: sink.url, segredo: null } },
    );
    expect(replaceDestination).toEqual({ tem_segredo: false });
    expect(await ask('mutation ($id: ID!) { deleteDestination(id: $id) }', { id })).toEqual({ deleteDestination: id });
    const { body } = await acme.post('/graphql', {
      query: 'query ($id: ID!) { destination(id: $id) { id } }',
      variables: { id },
    });
    expect(body.errors).toHaveLength(1);
  });
});
