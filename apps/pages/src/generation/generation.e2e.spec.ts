import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { HttpSink, waitUntil, type Answer } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import type { PageDocument } from '../document/page-document.js';
import { EBOOK } from '../page-templates/ebook.template.js';
import { useStack } from '../../../../test/support/use-stack.js';

const KEY = 'the-key-of-the-provider';
const PATH = '/v1/paginas/gerar';
const WISH = { descricao: 'Um curso de fotografia para iniciantes, com inscrição por formulário.' };

const provider = useStack(() => HttpSink.start());
const stack = useStack(() => {
  const AI = { AI_URL: `${provider.url}/v1/`, AI_KEY: KEY, AI_MODEL: 'small-model', AI_TIMEOUT_SECONDS: '2' };
  return pagesStack({ pages: { ROLE: 'api', ...AI } });
});
afterEach(() => {
  provider.requests.length = 0;
});

/** A member of a new tenant, which has all of its calls left. */
const member = async (): Promise<HttpClient> => (await stack.createTenant()).session();

/** As `POST /v1/chat/completions` answers. */
const completion = (content: unknown): Answer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'small-model',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }),
});
const failure = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { message: `no: ${KEY}`, type: 'error' } }),
});

const GOOD: PageDocument = EBOOK.template;
const json = JSON.stringify;
const documentWith = (props: object): string =>
  json({ versao: 2, secoes: [{ id: 's', colunas: [{ id: 'c', itens: [{ id: 't', tipo: 'titulo', props }] }] }] });
const INVALID = documentWith({ texto: 'Oi', nivel: 1, cor_de_fundo: 'x' });

interface Asked {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}
const asked = (): Asked[] => provider.requests.map(({ text }) => JSON.parse(text) as Asked);

describe('generating a page', () => {
  it('answers the document that the model wrote, which can be imported and published', async () => {
    const acme = await member();
    provider.answerNext(completion(json(GOOD)));
    const { status, body } = await acme.post(PATH, { ...WISH, idioma: 'en' });
    expect([status, body]).toEqual([200, { template: GOOD }]);
    const [request] = provider.requests;
    expect([request!.method, request!.path]).toEqual(['POST', '/v1/chat/completions']);
    expect(request!.headers['authorization']).toBe(`Bearer ${KEY}`);
    const [{ model, messages, response_format }] = asked() as [Asked];
    expect([model, response_format?.type]).toEqual(['small-model', 'json_schema']);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[0]!.content).toContain('"tabela_precos"');
    expect(messages[0]!.content).not.toContain(WISH.descricao);
    expect(messages[1]!.content).toContain(WISH.descricao);
    const page = await acme.post('/v1/paginas/importar', { titulo: 'Gerada', template: body.template });
    expect((await acme.post(`/v1/paginas/${page.body.id}/publicar`)).status).toBe(200);
  });

  it.each([
    ['in a Markdown fence', '```json\n' + json(GOOD) + '\n```'],
    ['between sentences', `Here is the page:\n\n${json(GOOD)}\n\nEnjoy!`],
  ])('reads a document %s', async (_name, content) => {
    provider.answerNext(completion(content));
    expect((await (await member()).post(PATH, WISH)).body).toEqual({ template: GOOD });
  });

  it('has an invalid document corrected, by all that is wrong with it', async () => {
    const wrong = JSON.parse(documentWith({ texto: 'Oi', nivel: 99 })) as { secoes: object[] };
    wrong.secoes.push({ id: 'other', colunas: [], extra: 1 });
    provider.answerNext(completion(json(wrong)), completion(json(GOOD)));
    expect((await (await member()).post(PATH, WISH)).body).toEqual({ template: GOOD });
    const repair = asked()[1]!.messages;
    expect(repair.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(repair[2]!.content).toBe(json(wrong));
    expect(repair[3]!.content).toContain('secoes[0].colunas[0].itens[0].props.nivel');
    expect(repair[3]!.content).toContain('secoes[1].extra');
  });

  it('answers 502 with what is wrong when the correction is invalid, too, and does not ask again', async () => {
    provider.answerNext(completion(INVALID), completion(INVALID));
    const { status, body } = await (await member()).post(PATH, WISH);
    expect([status, body.campo]).toEqual([502, 'secoes[0].colunas[0].itens[0].props.cor_de_fundo']);
    expect(body.erro).toContain('props.cor_de_fundo: Este campo não existe aqui.');
    expect(provider.requests).toHaveLength(2);
  });

  it.each([
    ['no JSON', 'I cannot do that.', 'não é um documento JSON'],
    ['a list', '[1, 2]', 'não é um documento JSON'],
    ['half a document', json(GOOD).slice(0, -20), 'não é um documento JSON'],
    ['an endless nesting', `{"versao":2,"secoes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'secoes'],
    ['another version', json({ ...GOOD, versao: 3 }), 'versao'],
    ['an unknown font', json({ ...GOOD, estilo: { fonte_texto: 'Comic Sans' } }), 'fonte'],
    ['a script', json({ ...GOOD, __proto__: undefined, script: 'alert(1)' }), 'script'],
    ['a link that runs', documentWith({ texto: 'x' }).replace('"titulo"', '"botao"'), 'link'],
  ])('answers 502 for %s', async (_name, content, words) => {
    provider.answerNext(completion(content), completion(content));
    const { status, body } = await (await member()).post(PATH, WISH);
    expect(status).toBe(502);
    expect(body.erro).toContain(words);
  });

  it('takes out pictures and forms that the model invented, and puts in the form that was asked for', async () => {
    const acme = await member();
    const contactForm = { nome: 'Contato', campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email' }] };
    const [invented, mine] = [newId('frm'), (await acme.post('/v1/formularios', contactForm)).body.id];
    const items = (form: object, picture: object) => ({
      versao: 2,
      secoes: [
        {
          id: 's',
          colunas: [
            {
              id: 'c',
              itens: [
                { id: 'f', tipo: 'formulario', props: form },
                { id: 'i', tipo: 'imagem', props: { descricao: 'Uma câmera', ...picture } },
              ],
            },
          ],
        },
      ],
    });
    const written = items({ form_id: invented }, { midia_id: newId('med') });
    provider.answerNext(completion(json(written)), completion(json(written)));
    expect((await acme.post(PATH, { ...WISH, formulario_id: mine })).body.template).toEqual(
      items({ form_id: mine }, {}),
    );
    expect((await acme.post(PATH, WISH)).body.template).toEqual(items({}, {}));
  });

  it('is not asked for with a form that the account does not have', async () => {
    const { status, body } = await (await member()).post(PATH, { ...WISH, formulario_id: newId('frm') });
    expect([status, body.campo]).toEqual([422, 'formulario_id']);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['429', failure(429), 'ocupado'],
    ['500', failure(500), 'não respondeu'],
    ['401', failure(401), 'recusou'],
    ['an answer without choices', { body: '{}' }, 'não pôde ser lida'],
    ['an answer that is no JSON', { body: '<html>' }, 'não pôde ser lida'],
    ['a content that is no text', completion([{ type: 'text' }]), 'não pôde ser lida'],
    ['an answer without end', { hugeBytes: 8 * 1024 * 1024 }, 'grande demais'],
    ['a closed connection', { drop: true }, 'não respondeu'],
    ['a redirect', { redirect: 'http://127.0.0.1:9/' }, 'recusou'],
    ['silence', { hang: true }, 'não respondeu a tempo'],
    ['an answer that comes too slowly', { dripEveryMs: 100 }, 'não respondeu a tempo'],
  ] as [string, Answer, string][])(
    'with %s is a 502 that says so, and nothing of the key',
    async (_name, answer, words) => {
      provider.answerNext(answer);
      const { status, text, body } = await (await member()).post(PATH, WISH);
      expect(status).toBe(502);
      expect(body.erro).toContain(words);
      expect(text).not.toContain(KEY);
    },
  );

  it('by not knowing schemas is asked without one, from then on at once', async () => {
    const other = await stack.startBeside({ ROLE: 'api', AI_URL: provider.url, AI_MODEL: 'm' });
    try {
      const acme = other.anonymous.with((await member()).fixedHeaders);
      provider.answerNext(failure(400), completion(json(GOOD)), completion(json(GOOD)));
      for (let call = 0; call < 2; call += 1) expect((await acme.post(PATH, WISH)).status).toBe(200);
      expect(asked().map(({ response_format }) => response_format?.type)).toEqual([
        'json_schema',
        undefined,
        undefined,
      ]);
      expect(provider.requests[0]!.headers['authorization']).toBeUndefined();
    } finally {
      await other.close();
    }
  });
});

describe('the limits of generating', () => {
  it('are five calls a minute of an account', async () => {
    const acme = await member();
    provider.answer(completion(json(GOOD)));
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await acme.post(PATH, WISH)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await (await member()).post(PATH, WISH)).status).toBe(200);
  });

  it('are two at a time of an account', async () => {
    const acme = await member();
    provider.answerNext({ hang: true }, { hang: true });
    const waiting = [acme.post(PATH, WISH), acme.post(PATH, WISH)];
    await provider.waitFor(2);
    const third = await acme.post(PATH, WISH);
    expect([third.status, third.headers['retry-after']]).toEqual([429, '10']);
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(502);
    provider.answerNext(completion(json(GOOD)));
    expect((await acme.post(PATH, WISH)).status).toBe(200);
  });

  it('are free again when the client has gone, and the provider is no longer asked', async () => {
    const acme = await member();
    const gone = new AbortController();
    provider.answerNext({ hang: true });
    const init = { method: 'POST', body: json(WISH), signal: gone.signal };
    const headers = { ...acme.fixedHeaders, 'content-type': 'application/json' };
    const call = fetch(stack.url + PATH, { ...init, headers }).catch((error: Error) => error.name);
    await provider.waitFor(1);
    gone.abort();
    expect(await call).toBe('AbortError');
    await waitUntil(async () => {
      const { text } = await stack.anonymous.get('/metrics');
      return /page_generations_total\{outcome="aborted"\} 1/.test(text);
    });
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    ['without a description', {}],
    ['with a description of a word', { descricao: 'curso' }],
    ['with a long description', { descricao: 'x'.repeat(4_001) }],
    ['with a language that is none', { ...WISH, idioma: 'Portuguese"' }],
    ['with an unknown field', { ...WISH, modelo: 'x' }],
  ])('reject a call %s before the provider hears of it', async (_name, body) => {
    expect((await (await member()).post(PATH, body)).status).toBe(400);
    expect(provider.requests).toHaveLength(0);
  });
});

it('is for keys that may write pages', async () => {
  const tenant = await stack.createTenant();
  provider.answerNext(completion(json(GOOD)));
  expect((await (await tenant.key('pages:write')).post(PATH, WISH)).status).toBe(200);
  expect((await (await tenant.key('pages:read')).post(PATH, WISH)).status).toBe(403);
  expect((await stack.anonymous.post(PATH, WISH)).status).toBe(401);
});

it('is 503 where no provider is configured', async () => {
  const without = await stack.startBeside({ ROLE: 'api' });
  try {
    const { fixedHeaders } = await member();
    const { status, body } = await without.anonymous.with(fixedHeaders).post(PATH, WISH);
    expect([status, body.erro]).toEqual([503, 'A geração por IA está desligada neste ambiente.']);
  } finally {
    await without.close();
  }
});
