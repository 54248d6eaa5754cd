import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import { graphqlData } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { DAY_NS, ifStage, journeyOf, toStage, wait } from '../journeys.fixture.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const create = (changes: object = {}, client = acme) => client.post('/v1/jornadas', journeyOf(changes));
/** A body as text: numbers of JSON have more digits than those of JavaScript. */
const send = (path: string, body: string, method = 'POST') => acme.send(method, path, body);

const act = (acao: string, parametros: object, numero = 1) => ({ numero, tipo: 'agir', acao, parametros });

describe('a journey', () => {
  it('is created off, read, listed, replaced by a new version and deleted', async () => {
    const { status, body, headers } = await create();
    expect([status, headers['location']]).toEqual([201, `/v1/jornadas/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(String),
      nome: 'Boas-vindas',
      gatilho: 'lead_capturado',
      parametros: {},
      passos: [{ numero: 1, tipo: 'esperar', espera: DAY_NS }],
      reentrada: 'apos_sair',
      saida: null,
      objetivo: null,
      ativa: false,
      versao: 1,
      criado_em: expect.any(String),
      atualizado_em: expect.any(String),
    });
    expect((await acme.get(`/v1/jornadas/${body.id}`)).body).toEqual(body);
    const other = (await create({ nome: 'Boas-vindas', ativa: undefined })).body;
    expect((await acme.get('/v1/jornadas')).body).toEqual({ jornadas: [other, body] });
    const replaced = await acme.put(`/v1/jornadas/${body.id}`, journeyOf({ passos: [toStage(1, 'cliente')] }));
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      { versao: 2, passos: [{ numero: 1, tipo: 'agir', acao: 'mudar_estagio', parametros: { estagio: 'cliente' } }] },
    ]);
    expect((await acme.delete(`/v1/jornadas/${body.id}`)).status).toBe(204);
    expect((await acme.get(`/v1/jornadas/${body.id}`)).status).toBe(404);
    expect((await acme.get('/v1/jornadas')).body).toEqual({ jornadas: [other] });
  });

  it('shows all that it was given', async () => {
    const destination = { nome: 'Vendas', url: 'https://hooks.example.com/x' };
    const destino_id = (await (await tenant.session('admin')).post('/v1/destinos', destination)).body.id;
    const passos = [
      act('email', { modelo_id: 'tpl_0123456789abcdef', remetente: 'ola@acme.test', topico: 'novidades' }),
      { ...wait(2), espera: 1 },
      {
        numero: 3,
        tipo: 'condicao',
        criterios: [
          { campo: 'abriu', passo: 1 },
          { campo: 'estagio', operador: 'igual', valor: 'novo' },
        ],
        conjuncao: 'ou',
        se_pular_ir: 5,
      },
      act('push', { titulo: 'Oi', corpo: 'Tudo bem?' }, 4),
      {
        numero: 5,
        tipo: 'dividir',
        ramos: [
          { peso: 1, ir: 6 },
          { peso: 3, ir: 7 },
        ],
      },
      act('webhook', { destino_id }, 6),
      act('entrar_lista', { lista: 'boletim' }, 7),
    ];
    const given = {
      nome: 'Tudo',
      gatilho: 'campo_mudou',
      parametros: { campo: 'estagio', de: 'novo', para: 'cliente' },
      passos,
      reentrada: 'sempre',
      saida: { criterios: [{ campo: 'estagio', operador: 'igual', valor: 'descartado' }], conjuncao: 'e' },
      objetivo: { criterios: [{ campo: 'clicou', passo: 1, valor: true }], conjuncao: 'e' },
    };
    const { status, body } = await acme.post('/v1/jornadas', given);
    expect([status, body]).toMatchObject([201, given]);
    const again = await acme.put(`/v1/jornadas/${body.id}`, {
      ...given,
      passos: body.passos,
      saida: body.saida,
      objetivo: body.objetivo,
    });
    expect([again.status, again.body.passos]).toEqual([200, body.passos]);
  });

  it('keeps every digit of a wait, in answers as well, and in GraphQL', async () => {
    const digits = '315575999999999999';
    const text = JSON.stringify(journeyOf()).replace(String(DAY_NS), digits);
    const made = await send('/v1/jornadas', text);
    expect([made.status, made.text]).toEqual([201, expect.stringContaining(`"espera":${digits}}`)]);
    const { id } = made.body;
    const put = await send(`/v1/jornadas/${id}`, text.replace(digits, '31557599999999999.9e1'), 'PUT');
    expect(put.text).toContain(`"espera":${digits}}`);
    expect((await acme.get(`/v1/jornadas/${id}`)).text).toContain(`"espera":${digits}}`);
    expect((await acme.get('/v1/jornadas')).text).toContain(`"espera":${digits}}`);
    const { journey } = await graphqlData(acme, `query ($id: ID!) { journey(id: $id) { passos { espera } } }`, { id });
    expect(journey).toEqual({ passos: [{ espera: digits }] });
    const literal = `mutation { createJourney(input: {nome: "G", gatilho: "lead_capturado",
      passos: [{numero: 1, tipo: "esperar", espera: ${digits}}]}) { id passos { espera } } }`;
    const { createJourney } = await graphqlData(acme, literal, {});
    expect(createJourney).toMatchObject({ passos: [{ espera: digits }] });
    expect((await acme.get(`/v1/jornadas/${(createJourney as { id: string }).id}`)).text).toContain(`:${digits}}`);
    expect((await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: true })).text).toContain(`"espera":${digits}}`);
  });

  it('is turned on and off, and judged again when it is turned on', async () => {
    const admin = await tenant.session('admin');
    const campo = await admin.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
    const { id } = (await create({ gatilho: 'campo_mudou', parametros: { campo: 'campos.frota' } })).body;
    const set = (ativa: boolean) => acme.put(`/v1/jornadas/${id}/ativa`, { ativa });
    expect([(await set(true)).body.ativa, (await set(true)).status]).toEqual([true, 200]);
    expect((await set(false)).body.ativa).toBe(false);
    await admin.delete(`/v1/campos-personalizados/${campo.body.id}`);
    const { status, body } = await set(true);
    expect([status, body]).toMatchObject([422, { campo: 'parametros.campo' }]);
    expect((await acme.get(`/v1/jornadas/${id}`)).body.ativa).toBe(false);
    expect((await set(false)).status).toBe(200);
    expect((await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: 'sim' })).status).toBe(400);
  });

  it.each<[string, object]>([
    ['passos', { passos: [] }],
    ['passos', { passos: Array.from({ length: 101 }, (_, index) => wait(index + 1)) }],
    ['passos[0].numero', { passos: [wait(2)] }],
    ['passos[1].numero', { passos: [wait(1), wait(3)] }],
    ['passos[0].tipo', { passos: [{ numero: 1, tipo: 'dormir' }] }],
    ['passos[0].espera', { passos: [{ numero: 1, tipo: 'esperar' }] }],
    ['passos[0].espera', { passos: [{ ...wait(1), espera: 0 }] }],
    ['passos[0].espera', { passos: [{ ...wait(1), espera: -1 }] }],
    ['passos[0].espera', { passos: [{ ...wait(1), espera: 1.5 }] }],
    ['passos[0].espera', { passos: [{ ...wait(1), espera: 'um dia' }] }],
    ['passos[0].espera', { passos: [{ ...wait(1), espera: '315576000000000001' }] }],
    ['passos[0].acao', { passos: [{ ...wait(1), acao: 'email' }] }],
    ['passos[0].acao', { passos: [act('sms', {})] }],
    ['passos[0].acao', { passos: [{ numero: 1, tipo: 'agir' }] }],
    ['passos[0].parametros.assunto', { passos: [act('email', { texto: 'x' })] }],
    ['passos[0].parametros.texto', { passos: [act('email', { assunto: 'x' })] }],
    ['passos[0].parametros.assunto', { passos: [act('email', { modelo_id: 'tpl_0123456789abcdef', assunto: 'x' })] }],
    ['passos[0].parametros.modelo_id', { passos: [act('email', { modelo_id: 'x' })] }],
    ['passos[0].parametros.remetente', { passos: [act('email', { assunto: 'x', texto: 'y', remetente: 'z' })] }],
    ['passos[0].parametros.cc', { passos: [act('email', { assunto: 'x', texto: 'y', cc: 'z' })] }],
    ['passos[0].parametros.corpo', { passos: [act('push', { titulo: 'x' })] }],
    ['passos[0].parametros.assunto', { passos: [act('email', { assunto: 'x\r\nBcc: y@z.test', texto: 'y' })] }],
    ['passos[0].parametros.destino_id', { passos: [act('webhook', {})] }],
    ['passos[0].parametros.destino_id', { passos: [act('webhook', { destino_id: 'x' })] }],
    ['passos[0].parametros.destino_id', { passos: [act('webhook', { destino_id: v7() })] }],
    ['parametros.para', { gatilho: 'campo_mudou', parametros: { campo: 'estagio', para: 'perdido' } }],
    ['passos[0].parametros.estagio', { passos: [toStage(1, 'perdido')] }],
    ['passos[0].parametros.lista', { passos: [act('entrar_lista', {})] }],
    ['passos[0].se_pular_ir', { passos: [ifStage(1, 'novo', 9), wait(2)] }],
    ['passos[0].se_pular_ir', { passos: [ifStage(1, 'novo', 3), wait(2)] }],
    ['passos[0].se_pular_ir', { passos: [ifStage(1, 'novo', 0), wait(2)] }],
    ['passos[1].se_pular_ir', { passos: [toStage(1, 'novo'), ifStage(2, 'novo', 1)] }],
    ['passos[0].se_pular_ir', { passos: [ifStage(1, 'novo', 1)] }],
    ['passos[0].criterios', { passos: [{ numero: 1, tipo: 'condicao', se_pular_ir: 1 }] }],
    [
      'passos[0].criterios[1].campo',
      {
        passos: [
          {
            ...ifStage(1, 'novo', 2),
            criterios: [ifStage(1, 'novo', 2).criterios[0], { campo: 'x', operador: 'igual', valor: 'y' }],
          },
          wait(2),
        ],
      },
    ],
    [
      'passos[0].criterios[0].passo',
      { passos: [{ ...ifStage(1, 'novo', 2), criterios: [{ campo: 'abriu', passo: 2 }] }, wait(2)] },
    ],
    [
      'passos[1].criterios[1].campo',
      {
        passos: [
          act('email', { assunto: 'x', texto: 'y' }),
          {
            ...ifStage(2, 'novo', 3),
            criterios: [
              { campo: 'abriu', passo: 1 },
              { campo: 'x', operador: 'igual', valor: 'y' },
            ],
          },
          wait(3),
        ],
      },
    ],
    ['passos[0].ramos', { passos: [{ numero: 1, tipo: 'dividir', ramos: [{ peso: 1, ir: 2 }] }, wait(2)] }],
    [
      'passos[0].ramos[1].ir',
      {
        passos: [
          {
            numero: 1,
            tipo: 'dividir',
            ramos: [
              { peso: 1, ir: 2 },
              { peso: 1, ir: 7 },
            ],
          },
          wait(2),
        ],
      },
    ],
    [
      'passos[0].ramos[0].peso',
      {
        passos: [
          {
            numero: 1,
            tipo: 'dividir',
            ramos: [
              { peso: 0, ir: 2 },
              { peso: 1, ir: 2 },
            ],
          },
          wait(2),
        ],
      },
    ],
    ['gatilho', { gatilho: 'lua_cheia' }],
    ['parametros.dias', { gatilho: 'inatividade' }],
    ['parametros.dias', { gatilho: 'inatividade', parametros: { dias: 1.5 } }],
    ['parametros.evento', { gatilho: 'evento_pixel', parametros: {} }],
    ['parametros.campo', { gatilho: 'campo_mudou', parametros: { campo: 'apelido' } }],
    ['parametros.para', { gatilho: 'campo_mudou', parametros: { campo: 'email', para: 'ana@acme.test' } }],
    ['parametros.formulario_id', { parametros: { formulario_id: 'x' } }],
    ['parametros.pagina', { parametros: { pagina: 'x' } }],
    ['reentrada', { reentrada: 'talvez' }],
    ['saida.criterios', { saida: { criterios: [] } }],
    ['objetivo.criterios[0].campo', { objetivo: { criterios: [{ campo: 'x', operador: 'igual', valor: 'y' }] } }],
  ])('is refused because of %s', async (campo, changes) => {
    const { status, body } = await create(changes);
    expect([status, body]).toEqual([422, { erro: expect.any(String), campo }]);
    expect((await acme.get('/v1/jornadas')).body).toEqual({ jornadas: [] });
  });

  it('may go back over a wait, and no other way', async () => {
    const passos = [wait(1), toStage(2, 'novo'), ifStage(3, 'cliente', 1)];
    expect((await create({ passos })).status).toBe(201);
    const { status, body } = await create({ passos: [toStage(1, 'novo'), wait(2), ifStage(3, 'cliente', 3)] });
    expect([status, body.campo]).toEqual([422, 'passos[2].se_pular_ir']);
  });

  it.each([
    { gatilho: 'lead_capturado', passos: [] },
    { nome: 'x', passos: [wait(1)] },
    { nome: 'x', gatilho: 'lead_capturado' },
    { nome: ' ', gatilho: 'lead_capturado', passos: [wait(1)] },
    { nome: 'x', gatilho: 'lead_capturado', passos: 'x' },
    { nome: 'x', gatilho: 'lead_capturado', passos: [1] },
    { nome: 'x', gatilho: 'lead_capturado', passos: [{ numero: '1', tipo: 'esperar', espera: 1 }] },
    { nome: 'x', gatilho: 'lead_capturado', passos: [{ ...wait(1), cor: 'azul' }] },
    { nome: 'x', gatilho: 'lead_capturado', passos: [wait(1)], ativa: true },
  ])('is malformed as %j', async (body) => {
    expect((await acme.post('/v1/jornadas', body)).status).toBe(400);
  });

  it('is one of at most 100, also when many are made at once', async () => {
    await stack.sql(
      `insert into journey (tenant_id, id, name, trigger, parameters, version, reentry)
       select $1, gen_random_uuid(), n::text, 'lead-captured', '{}', 1, 'never' from generate_series(1, 98) n`,
      [tenant.id],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => create()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
  });

  it('is not found in another account, or with an id of another form', async () => {
    const { id } = (await create()).body;
    const rival = await (await stack.createTenant()).session();
    for (const path of [id, v7(), 'x']) {
      const client = path === id ? rival : acme;
      const answers = [
        await client.get(`/v1/jornadas/${path}`),
        await client.put(`/v1/jornadas/${path}`, journeyOf()),
        await client.put(`/v1/jornadas/${path}/ativa`, { ativa: true }),
        await client.post(`/v1/jornadas/${path}/simular`, { contato_id: 'cnt_0123456789abcdef' }),
        await client.get(`/v1/jornadas/${path}/numeros`),
        await client.delete(`/v1/jornadas/${path}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
    }
    expect((await stack.anonymous.get('/v1/jornadas')).status).toBe(401);
  });

  it('is in the audit log without the texts of its mails', async () => {
    const { id } = (await create({ passos: [act('email', { assunto: 'Segredo', texto: 'Segredo' })] })).body;
    await acme.put(`/v1/jornadas/${id}`, journeyOf());
    await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: true });
    await acme.put(`/v1/jornadas/${id}/ativa`, { ativa: false });
    await acme.delete(`/v1/jornadas/${id}`);
    const entries = await stack.sql<{ action: string }>(
      `select action, to_jsonb(audit_entry)::text as entry from audit_entry where object_id = $1 order by id`,
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'journey.created',
      'journey.changed',
      'journey.activated',
      'journey.deactivated',
      'journey.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toContain('Segredo');
  });
});

describe('the hours of silence and the most messages', () => {
  const PATH = '/v1/configuracoes/mensagens';

  it('are from nine to eight and three at first, and are set by admins alone', async () => {
    const admin = await tenant.session('admin');
    const first = { silencio_inicio: '21:00', silencio_fim: '08:00', maximo_por_dia: 3 };
    expect((await acme.get(PATH)).body).toEqual(first);
    const given = { silencio_inicio: '22:30', silencio_fim: '22:30', maximo_por_dia: 10 };
    expect((await acme.put(PATH, given)).status).toBe(404);
    const set = await admin.put(PATH, given);
    expect([set.status, set.body, (await acme.get(PATH)).body]).toEqual([200, given, given]);
    const audited = await stack.sql(
      `select from audit_entry where action = 'messaging-settings.changed' and tenant_id = $1`,
      [tenant.id],
    );
    expect(audited).toHaveLength(1);
  });

  it.each([
    [{ silencio_inicio: '25:00', silencio_fim: '08:00', maximo_por_dia: 3 }, 422],
    [{ silencio_inicio: '21:00', silencio_fim: '8:00', maximo_por_dia: 3 }, 422],
    [{ silencio_inicio: '21:00', silencio_fim: '08:00', maximo_por_dia: 0 }, 400],
    [{ silencio_inicio: '21:00', silencio_fim: '08:00' }, 400],
  ])('cannot be %j', async (body, status) => {
    expect((await (await tenant.session('admin')).put(PATH, body)).status).toBe(status);
  });
});
