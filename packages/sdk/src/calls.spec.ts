import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, Service, type ServiceOptions, TimeoutError } from './index.js';
import { LocalServer } from './local-server.fixture.js';

const BUSY = { status: 503, headers: { 'retry-after': '0' }, body: {} };
const LIMITED = { status: 429, headers: { 'retry-after': '0' }, body: {} };
const SENT = { status: 202, body: { MessageId: 'msg_0c7b3f19ad62e04f' } };
const EMAIL = {
  Source: 'hello@demo.test',
  Destination: { ToAddresses: ['ana@example.com'] },
  Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
};

let server: LocalServer;
beforeAll(async () => {
  server = await LocalServer.start();
});
afterAll(() => server.stop());

const clientOf = (options: ServiceOptions = {}) =>
  new Service({
    key: 'session' in options ? undefined : 'sk_test_1',
    ...options,
    urls: { platform: server.url, mail: server.url, pages: server.url, crm: `${server.url}/`, ...options.urls },
  });
const methods = () => server.came.map(({ method, url }) => `${method} ${url}`);
const failureOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.fail('It did not fail'),
    (error: unknown) => error,
  );

describe('a call', () => {
  it('has the credential, the body as JSON and a name', async () => {
    server.answer(SENT);
    const answer = await clientOf({ userAgent: 'shop/7' }).platform.emails.send(EMAIL);
    expect(answer.MessageId).toBe('msg_0c7b3f19ad62e04f');
    expect(methods()).toEqual(['POST /v1/emails/send']);
    expect(JSON.parse(server.came[0]!.body)).toEqual(EMAIL);
    expect(server.came[0]!.headers).toMatchObject({
      authorization: 'Bearer sk_test_1',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^service-sdk\/[\d.]+ shop\/7$/),
    });
  });

  it('has a header once, whatever the case of its name', async () => {
    server.answer(SENT);
    await clientOf().platform.emails.send(EMAIL, { headers: { 'Idempotency-Key': 'order-4711' } });
    expect(server.came[0]!.headers['idempotency-key']).toBe('order-4711');
  });

  it('takes the path of its credential where there are two', async () => {
    server.answer({});
    await clientOf().platform.contacts.get('cnt_1');
    await clientOf({ session: 'token' }).platform.contacts.get('cnt_1');
    expect(methods()).toEqual(['GET /v1/contacts/cnt_1', 'GET /api/contacts/cnt_1']);
  });

  it('asks for its secret before each attempt', async () => {
    server.answer(BUSY, {});
    let count = 0;
    await clientOf({ session: async () => `token-${(count += 1)}` }).crm.contacts.get('x');
    expect(server.came.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('names the account of a session, and takes the headers of a call', async () => {
    server.answer({});
    const client = clientOf({ session: 'token', tenant: 'acme' });
    await client.crm.contacts.get('x', { headers: { 'x-trace': '7' } });
    await client.crm.contacts.get('x', { tenant: 'other' });
    expect(server.came.map(({ headers }) => headers['x-service-tenant'])).toEqual(['acme', 'other']);
    expect(server.came[0]!.headers['x-trace']).toBe('7');
  });

  it('encodes what stands in its path and its query', async () => {
    server.answer({});
    await clientOf().platform.suppressions.get('a+b/c@example.com');
    await clientOf().platform.emails.list({ tag: 'order:4&7', limit: 5, status: undefined });
    expect(methods()).toEqual([
      'GET /v1/suppressions/a%2Bb%2Fc%40example.com',
      'GET /v1/emails?tag=order%3A4%267&limit=5',
    ]);
  });

  it('is not made with an empty part of its path, which would name something else', async () => {
    server.answer({});
    await expect(clientOf().platform.contacts.delete('')).rejects.toThrow('id is missing');
    expect(server.came).toEqual([]);
  });

  it('answers nothing where there is no body', async () => {
    server.answer({ status: 204, body: '' });
    await expect(clientOf().platform.contacts.delete('cnt_1')).resolves.toBeUndefined();
  });

  it('sends files as a form, and gives a file as the answer itself', async () => {
    server.answer({ headers: { 'content-type': 'text/csv' }, body: 'a,b\n' });
    const media = { arquivo: new Blob(['picture'], { type: 'image/png' }) };
    await clientOf()
      .pages.media.create(media as never)
      .catch(() => undefined);
    expect(server.came[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.came[0]!.body).toContain('picture');
    const csv = await clientOf().pages.leads.export();
    await expect(csv.text()).resolves.toBe('a,b\n');
  });
});

describe('a repeat', () => {
  it('of a send has the same idempotency key, so that it is sent once', async () => {
    server.answer('cut', BUSY, LIMITED, SENT);
    await clientOf().platform.emails.send(EMAIL);
    const keys = server.came.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  it('has the key of the caller, in the options or in the body', async () => {
    server.answer(SENT);
    await clientOf().platform.emails.send(EMAIL, { idempotencyKey: 'order-4711' });
    await clientOf().platform.emails.send({ ...EMAIL, IdempotencyKey: 'order-4712' });
    expect(server.came.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-4711', undefined]);
  });

  it('is made of a send whose key is in the body', async () => {
    server.answer('cut', SENT);
    await clientOf().platform.emails.send({ ...EMAIL, IdempotencyKey: 'order-4712' });
    expect(server.came).toHaveLength(2);
  });

  it.each([502, 503, 504])('is made of a read that got %i', async (status) => {
    server.answer({ ...BUSY, status }, { body: { Id: 'x' } });
    await clientOf().platform.contacts.get('cnt_1');
    expect(server.came).toHaveLength(2);
  });

  it('is made of a read whose answer broke off', async () => {
    server.answer('half', { body: { Id: 'x' } });
    await expect(clientOf().platform.contacts.get('cnt_1')).resolves.toEqual({ Id: 'x' });
    expect(server.came).toHaveLength(2);
  });

  it('is not made of a creation that may have been carried out', async () => {
    server.answer('cut', {});
    expect(await failureOf(clientOf().platform.contacts.create({ Email: 'a@example.com' }))).toBeInstanceOf(
      ConnectionError,
    );
    server.answer(BUSY, {});
    await expect(clientOf().platform.contacts.create({ Email: 'a@example.com' })).rejects.toMatchObject({
      status: 503,
    });
    expect(server.came).toHaveLength(1);
  });

  it('is made of a creation that was refused for too many calls', async () => {
    server.answer(LIMITED, {});
    await clientOf().platform.contacts.create({ Email: 'a@example.com' });
    expect(server.came).toHaveLength(2);
  });

  it('is made of a creation that reached nobody', async () => {
    const gone = await LocalServer.start();
    await gone.stop();
    let calls = 0;
    const counted: typeof fetch = (...args) => {
      calls += 1;
      return fetch(...args);
    };
    const client = clientOf({ urls: { platform: gone.url }, fetch: counted, retries: 1 });
    expect(await failureOf(client.platform.contacts.create({ Email: 'a@example.com' }))).toBeInstanceOf(
      ConnectionError,
    );
    expect(calls).toBe(2);
  });

  it('waits as long as the answer asks', async () => {
    server.answer({ status: 429, headers: { 'retry-after': '1' } }, {});
    const start = performance.now();
    await clientOf().platform.contacts.get('cnt_1');
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
  });

  it('is not made when the wait would be long, and the error says how long', async () => {
    server.answer({ status: 429, headers: { 'retry-after': '7200' } });
    await expect(clientOf().platform.contacts.get('cnt_1')).rejects.toMatchObject({ retryAfter: 7200, status: 429 });
    expect(server.came).toHaveLength(1);
  });

  it('is made as often as the client or the call says', async () => {
    server.answer(BUSY);
    await failureOf(clientOf({ retries: 1 }).platform.contacts.get('cnt_1'));
    await failureOf(clientOf({ retries: 1 }).platform.contacts.get('cnt_1', { retries: 0 }));
    expect(server.came).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 409, 422, 500])('is not made after %i', async (status) => {
    server.answer({ status });
    await expect(clientOf().platform.contacts.get('cnt_1')).rejects.toMatchObject({ status });
    expect(server.came).toHaveLength(1);
  });
});

describe('time', () => {
  it('is limited for each attempt', async () => {
    for (const kind of ['never', 'slow'] as const) {
      server.answer(kind);
      const error = await failureOf(clientOf({ timeout: 50, retries: 0 }).platform.contacts.get('cnt_1'));
      expect(error).toBeInstanceOf(TimeoutError);
    }
  });

  it('ends by the signal of the caller, with its reason', async () => {
    server.answer('never');
    const reason = new Error('the visitor left');
    const ended = new AbortController();
    const call = failureOf(clientOf().platform.contacts.get('cnt_1', { signal: ended.signal }));
    await expect.poll(() => server.came.length).toBe(1);
    ended.abort(reason);
    expect(await call).toBe(reason);
  });

  it('of a wait ends by the signal, too', async () => {
    server.answer({ status: 429, headers: { 'retry-after': '30' } });
    const ended = new AbortController();
    const call = failureOf(clientOf().platform.contacts.get('cnt_1', { signal: ended.signal }));
    await expect.poll(() => server.came.length).toBe(1);
    ended.abort(new Error('the visitor left'));
    expect(await call).toMatchObject({ message: 'the visitor left' });
  });
});

describe('an error', () => {
  const ID = { 'x-request-id': 'req_0c7b3f19ad62e04f' };

  it('of Platform has its code, field and id', async () => {
    const Details = [{ Field: 'Destination.ToAddresses[3]', Message: 'is no address' }];
    server.answer({ status: 400, headers: ID, body: { Error: { Code: 'ValidationError', Message: 'No.', Details } } });
    const error = await failureOf(clientOf().platform.emails.send(EMAIL));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'ValidationError',
      message: 'No.',
      field: 'Destination.ToAddresses[3]',
      requestId: 'req_0c7b3f19ad62e04f',
    });
  });

  it('of Mail has its code, and the fields that its text names', async () => {
    const message = 'to must be an array; each value in cc must be a string';
    server.answer({ status: 400, body: { error: 'ValidationError', message } });
    await expect(clientOf().mail.organisations.list()).rejects.toMatchObject({
      code: 'ValidationError',
      details: [
        { field: 'to', message: 'must be an array' },
        { field: 'cc', message: 'must be a string' },
      ],
    });
  });

  it('of Pages and the CRM has a code by its status', async () => {
    const erro =
      'Campo inválido: nome: deve ser um texto; não pode ficar vazio. Campo inválido: campos: deve ser uma lista.';
    server.answer({ status: 400, body: { erro } }, { status: 404, body: { erro: 'Não encontrado.' } });
    await expect(clientOf().pages.forms.create({} as never)).rejects.toMatchObject({
      code: 'ValidationError',
      message: erro,
      details: [{ field: 'nome' }, { field: 'campos' }],
    });
    await expect(clientOf({ session: 'x' }).crm.contacts.get('x')).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('is a success that is no JSON, such as a page of a proxy', async () => {
    server.answer({ body: '<h1>Sign in</h1>' });
    const error = await failureOf(clientOf().platform.contacts.get('x'));
    expect(error).toMatchObject({ name: 'ServiceError', message: expect.stringContaining('is no JSON') });
    expect(server.came).toHaveLength(1);
  });

  it('of a proxy in between is one, too', async () => {
    server.answer({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' });
    await expect(clientOf({ retries: 0 }).platform.contacts.get('x')).rejects.toMatchObject({
      code: 'ProviderError',
      message: 'Bad Gateway',
      body: '<h1>Bad gateway</h1>',
      field: undefined,
    });
  });
});
