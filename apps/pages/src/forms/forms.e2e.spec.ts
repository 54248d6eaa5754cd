import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { RUNTIME_URL: 'https://sites.example.test' } }));

const member = async (): Promise<HttpClient> => (await stack.createTenant()).session('member');

const EMAIL = { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true };
const body = (changes: object = {}) => ({ nome: 'Contato', campos: [EMAIL], ...changes });
const withField = (field: object) => body({ campos: [{ nome: 'a', rotulo: 'A', tipo: 'texto' }, field] });

async function created(session: HttpClient, changes: object = {}) {
  const answer = await session.post('/v1/formularios', body(changes));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

describe('a form', () => {
  it('is created whole, found at its Location, and read with the snippet', async () => {
    const session = await member();
    const definition = body({
      campos: [
        { ...EMAIL, chave: 'email', exemplo: 'voce@empresa.com', ajuda: 'Não enviamos spam.' },
        { nome: 'uf', rotulo: 'Estado', tipo: 'opcao', opcoes: [{ valor: 'sp', rotulo: 'São Paulo' }] },
        { nome: 'news', rotulo: 'Novidades', tipo: 'booleano', valor_marcado: 'sim', etapa: 2 },
        { nome: 'bairro', rotulo: 'Bairro', tipo: 'texto', etapa: 2, condicao: { campo: 'uf', valores: ['sp'] } },
      ],
      origens: ['https://WWW.example.com', 'https://*.example.com'],
      mensagem_pos_envio: 'Até já!',
      texto_botao: 'Quero',
      exige_consentimento: true,
      texto_consentimento: 'Aceito receber e-mails.',
      confirmacao_dupla: true,
      idioma: 'en',
      pais: 'PT',
      retencao_dias: 365,
      external_id: 'loja:contato',
    });
    const answer = await session.post('/v1/formularios', definition);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^frm_[0-9a-f]{16}$/),
      ...definition,
      campos: definition.campos,
      origens: ['https://www.example.com', 'https://*.example.com'],
      base_legal: 'consentimento',
      criado_em: expect.stringMatching(/Z$/),
    });
    expect(answer.body.campos[0]).toMatchObject({ etapa: 1, condicao: null, opcoes: [], valor_padrao: null });
    expect(answer.body.snippet).toBe(
      `<div data-formulario="${answer.body.id}"></div>\n` +
        '<script src="https://sites.example.test/_f/formulario.js" async></script>',
    );
    const read = await session.get(String(answer.headers['location']));
    expect([read.status, read.body]).toEqual([200, answer.body]);
  });

  it('has defaults for what is absent', async () => {
    expect(await created(await member())).toMatchObject({
      external_id: null,
      origens: [],
      mensagem_pos_envio: 'Obrigado! Recebemos suas informações.',
      redirecionar_para: null,
      texto_botao: 'Enviar',
      exige_consentimento: false,
      texto_consentimento: null,
      confirmacao_dupla: false,
      idioma: null,
      base_legal: 'legitimo_interesse',
      pais: 'BR',
      retencao_dias: null,
    });
  });

  it.each(['/obrigado', 'https://shop.example/obrigado?a=1'])(
    'leads to %s after sending',
    async (redirecionar_para) => {
      expect(await created(await member(), { redirecionar_para })).toMatchObject({ redirecionar_para });
    },
  );

  it.each(['//evil.example', '/\\\\evil.example', 'http://shop.example', 'javascript:alert(1)', 'obrigado', '/a b'])(
    'does not lead to %s',
    async (redirecionar_para) => {
      const answer = await (await member()).post('/v1/formularios', body({ redirecionar_para }));
      expect([answer.status, answer.body.erro]).toEqual([400, expect.stringContaining('redirecionar_para')]);
    },
  );

  it('is replaced as a whole', async () => {
    const session = await member();
    const { id } = await created(session, { external_id: 'x', texto_botao: 'Vai', retencao_dias: 30 });
    const campos = [{ nome: 'nome', rotulo: 'Nome', tipo: 'texto' }];
    const put = await session.put(`/v1/formularios/${id}`, { nome: 'Outro', campos });
    expect(put.status, put.text).toBe(200);
    expect(put.body).toMatchObject({
      id,
      nome: 'Outro',
      external_id: null,
      texto_botao: 'Enviar',
      retencao_dias: null,
    });
    expect(put.body.campos).toHaveLength(1);
    expect((await session.get(`/v1/formularios/${id}`)).body).toEqual(put.body);
  });

  it('is gone when it is deleted, and its external_id is free', async () => {
    const session = await member();
    const { id } = await created(session, { external_id: 'once' });
    const taken = await session.post('/v1/formularios', body({ external_id: 'once' }));
    expect([taken.status, taken.body]).toEqual([
      409,
      { erro: 'Já existe um formulário com este external_id.', campo: 'external_id' },
    ]);
    const deleted = await session.delete(`/v1/formularios/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const path of [id, 'externo/once']) expect((await session.get(`/v1/formularios/${path}`)).status).toBe(404);
    expect((await session.delete(`/v1/formularios/${id}`)).status).toBe(404);
    expect((await session.get('/v1/formularios')).body.formularios).toEqual([]);
    await created(session, { external_id: 'once' });
  });

  it('leaves its trace in the audit log', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const { id } = await created(session);
    await session.put(`/v1/formularios/${id}`, body());
    await session.delete(`/v1/formularios/${id}`);
    const rows = await stack.sql<{ action: string }>(
      'select action from audit_entry where tenant_id = $1 and object_id = $2 order by id',
      [tenant.id, id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['form.created', 'form.changed', 'form.deleted']);
  });
});

describe('a body that is no form', () => {
  it.each<[string, object]>([
    ['nome', { ...body(), nome: undefined }],
    ['nome', body({ nome: ' ' })],
    ['nome', body({ nome: 'n'.repeat(201) })],
    ['campos', { nome: 'Sem campos' }],
    ['campos', body({ campos: [] })],
    ['campos', body({ campos: Array.from({ length: 101 }, (_, n) => ({ ...EMAIL, nome: `e${n}` })) })],
    ['campos[1].tipo', withField({ nome: 'b', rotulo: 'B', tipo: 'inventado' })],
    ['campos[1].nome', withField({ nome: '_form', rotulo: 'B', tipo: 'texto' })],
    ['campos[1].nome', withField({ nome: '__proto', rotulo: 'B', tipo: 'texto' })],
    ['campos[1].etapa', withField({ nome: 'b', rotulo: 'B', tipo: 'texto', etapa: 21 })],
    [
      'campos[1].opcoes',
      withField({ nome: 'b', rotulo: 'B', tipo: 'opcao', opcoes: Array.from({ length: 201 }, () => ({})) }),
    ],
    ['campos[1].opcoes', withField({ nome: 'b', rotulo: 'B', tipo: 'opcao', opcoes: ['sp'] })],
    ['origens', body({ origens: ['https://*'] })],
    ['origens', body({ origens: ['*'] })],
    ['origens', body({ origens: ['https://example.com/caminho'] })],
    ['external_id', body({ external_id: 'a b' })],
    ['external_id', body({ external_id: 'a'.repeat(129) })],
    ['base_legal', body({ base_legal: 'porque sim' })],
    ['retencao_dias', body({ retencao_dias: 29 })],
    ['exige_consentimento', body({ exige_consentimento: 'sim' })],
    ['confirmacao_dupla', body({ confirmacao_dupla: 'sim' })],
    ['idioma', body({ idioma: 'fr' })],
  ])('is answered 400 with the field %s (%#)', async (field, given) => {
    const { status, body: answer } = await (await member()).post('/v1/formularios', given);
    expect([status, answer.erro]).toEqual([400, expect.stringContaining(`Campo inválido: ${field}`)]);
  });

  it.each<[string, object]>([
    ['cor', body({ cor: 'azul' })],
    ['campos[1].cor', withField({ nome: 'b', rotulo: 'B', tipo: 'texto', cor: 'azul' })],
  ])('is answered 400 for the unknown field %s', async (field, given) => {
    const { status, body: answer } = await (await member()).post('/v1/formularios', given);
    expect([status, answer.erro]).toEqual([400, `Campo desconhecido: ${field}.`]);
  });

  const b = (changes: object) => withField({ nome: 'b', rotulo: 'B', tipo: 'texto', ...changes });
  it.each<[string, object]>([
    ['campos[1].nome', b({ nome: 'a' })],
    ['campos[1].nome', b({ nome: 'consentimento' })],
    ['campos[1].opcoes', b({ tipo: 'opcao' })],
    ['campos[1].opcoes', b({ opcoes: [{ valor: 'x', rotulo: 'X' }] })],
    ['campos[1].opcoes', b({ tipo: 'opcao', opcoes: ['1', '2'].map((rotulo) => ({ valor: 'x', rotulo })) })],
    ['campos[1].valor_marcado', b({ valor_marcado: 'sim' })],
    ['campos[1].chave', b({ chave: 'email' })],
    ['campos[1].etapa', b({ etapa: 3 })],
    ['campos[1].condicao.campo', b({ condicao: { campo: 'b', valores: ['x'] } })],
    ['campos[1].condicao.campo', b({ condicao: { campo: 'depois', valores: ['x'] } })],
    ['texto_consentimento', body({ exige_consentimento: true })],
    ['confirmacao_dupla', { nome: 'x', campos: [{ nome: 'a', rotulo: 'A', tipo: 'texto' }], confirmacao_dupla: true }],
    ['pais', body({ pais: 'XX' })],
  ])('is answered 422 where %s means nothing (%#)', async (field, given) => {
    const { status, body: answer } = await (await member()).post('/v1/formularios', given);
    expect([status, answer.campo]).toEqual([422, field]);
    expect(answer.erro.startsWith(`${field}: `)).toBe(true);
  });

  it('is answered 422 for conditions that go round in a circle', async () => {
    const campos = ['a', 'b'].map((nome, n) => ({
      nome,
      rotulo: nome,
      tipo: 'texto',
      condicao: { campo: ['b', 'a'][n], valores: ['1'] },
    }));
    expect((await (await member()).post('/v1/formularios', body({ campos }))).status).toBe(422);
  });
});

describe('a form by its external_id', () => {
  it('is created, then replaced, by the same call', async () => {
    const session = await member();
    const path = '/v1/formularios/externo/crm.form:1';
    const first = await session.put(path, body({ texto_botao: 'Um' }));
    expect([first.status, first.body.external_id]).toEqual([201, 'crm.form:1']);
    expect(first.headers['location']).toBe(`/v1/formularios/${first.body.id}`);
    const second = await session.put(path, body({ nome: 'Dois' }));
    expect([second.status, second.body.id, second.body.texto_botao]).toEqual([200, first.body.id, 'Enviar']);
    expect((await session.get(path)).body).toEqual(second.body);
    expect((await session.get('/v1/formularios?external_id=crm.form:1')).body.formularios).toHaveLength(1);
    expect((await session.get('/v1/formularios?external_id=outro')).body.formularios).toEqual([]);
  });

  it('is created once by many calls at once', async () => {
    const session = await member();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => session.put('/v1/formularios/externo/junto', body())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ body: form }) => form.id)).size).toBe(1);
  });

  it('is not named twice, nor by a malformed name', async () => {
    const session = await member();
    expect((await session.put('/v1/formularios/externo/um', body({ external_id: 'dois' }))).status).toBe(422);
    expect((await session.put('/v1/formularios/externo/a%20b', body())).status).toBe(400);
    expect((await session.get('/v1/formularios/externo/a%20b')).status).toBe(404);
  });
});

describe('a call with an Idempotency-Key', () => {
  const key = (text: string) => ({ 'idempotency-key': text });

  it('is carried out once, and answered alike', async () => {
    const session = await member();
    const calls = await Promise.all(
      Array.from({ length: 4 }, () => session.post('/v1/formularios', body(), key('uma-vez'))),
    );
    expect(calls.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const call of calls) expect(call.body).toEqual(calls[0]!.body);
    expect(calls.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(3);
    expect((await session.get('/v1/formularios')).body.formularios).toHaveLength(1);
  });

  it('is refused with another body, and with a key that is too long', async () => {
    const session = await member();
    await session.post('/v1/formularios', body(), key('k'));
    const other = await session.post('/v1/formularios', body({ nome: 'Outro' }), key('k'));
    expect(other.status).toBe(422);
    expect((await session.post('/v1/formularios', body(), key('k'.repeat(256)))).status).toBe(400);
    expect((await session.post('/v1/formularios', body(), key('k'.repeat(255)))).status).toBe(201);
  });
});

describe('who may do what', () => {
  it('lists page by page, newest first, and no forms of others', async () => {
    const [session, rival] = [await member(), await member()];
    for (const nome of ['1', '2', '3']) await created(session, { nome });
    const first = (await session.get('/v1/formularios?limite=2')).body;
    expect(first.formularios.map(({ nome }: { nome: string }) => nome)).toEqual(['3', '2']);
    const second = (await session.get(`/v1/formularios?limite=2&cursor=${first.proximo}`)).body;
    expect([second.formularios.length, second.proximo]).toEqual([1, '']);
    expect((await session.get('/v1/formularios?cursor=torto')).status).toBe(400);
    expect((await rival.get('/v1/formularios')).body.formularios).toEqual([]);
  });

  it('answers 404 alike for another tenant, an unknown id and a malformed one', async () => {
    const [session, rival] = [await member(), await member()];
    const { id } = await created(session, { external_id: 'meu' });
    for (const path of [id, newId('frm'), 'x', 'externo/meu']) {
      expect((await rival.get(`/v1/formularios/${path}`)).status, path).toBe(404);
    }
    for (const path of [id, newId('frm'), 'x']) {
      expect((await rival.put(`/v1/formularios/${path}`, { malformed: true })).status, path).toBe(404);
      expect((await rival.delete(`/v1/formularios/${path}`)).status, path).toBe(404);
    }
  });

  it('takes keys by their scope', async () => {
    const tenant = await stack.createTenant();
    const [reader, writer] = [await tenant.key('forms:read'), await tenant.key('forms:write')];
    const { body: form } = await writer.post('/v1/formularios', body());
    expect((await reader.get(`/v1/formularios/${form.id}`)).status).toBe(200);
    expect((await reader.post('/v1/formularios', { malformed: true })).status).toBe(403);
    expect((await writer.get('/v1/formularios')).status).toBe(403);
    expect((await stack.anonymous.get('/v1/formularios')).status).toBe(401);
    const withoutPages = await (await stack.createTenant(['crm'])).session();
    expect((await withoutPages.get('/v1/formularios')).status).toBe(403);
  });
});

it('the native fields are a catalogue for sessions alone', async () => {
  const tenant = await stack.createTenant();
  const { status, body: catalogue } = await (await tenant.session('member')).get('/v1/campos-nativos');
  expect(status).toBe(200);
  expect(catalogue.campos).toContainEqual({
    chave: 'email',
    rotulo: 'E-mail',
    grupo: 'contato',
    tipo: 'email',
    tipos: ['email'],
  });
  expect(catalogue.grupos).toContainEqual({ chave: 'empresa', rotulo: 'Empresa' });
  expect(catalogue.paises).toContainEqual({ codigo: 'BR', nome: 'Brasil', ddi: '+55' });
  expect((await (await tenant.key('forms:read')).get('/v1/campos-nativos')).status).toBe(403);
});
