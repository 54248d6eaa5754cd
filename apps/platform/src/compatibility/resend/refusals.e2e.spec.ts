import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

let acme: TestTenant;
let client: Awaited<ReturnType<TestTenant['createKey']>>['client'];

beforeAll(async () => {
  acme = await stack.createTenant();
  client = (await acme.createKey()).client;
});

const email = (changes: object = {}): object => ({
  from: acme.source,
  to: 'ana@example.test',
  subject: 'Hello',
  text: 'Hello.',
  ...changes,
});

describe('what Resend refuses', () => {
  it.each([
    [{ to: undefined }, 'missing_required_field', 'to is missing'],
    [{ text: undefined }, 'missing_required_field', 'html or text is missing'],
    [
      { attachments: [{ filename: 'a.txt', content: '!' }] },
      'validation_error',
      expect.stringMatching(/^attachments\[0\]\.content must be base64/),
    ],
  ])('%j', async (changes, name, message) => {
    expect(await client.post('/emails', email(changes))).toMatchObject({ status: 422, body: { name, message } });
  });

  it('names a field as the client does', async () => {
    const properties = { a: {}, größe: {} };
    const messageOf = async (body: object) => (await client.post('/contacts', body)).body.message;
    expect(await messageOf({ email: 'a@example.test', properties: { a: properties } })).toBe(
      'properties.a must be a text, a number or null',
    );
    expect(await messageOf({ email: 'a@example.test', properties: { größe: properties } })).toBe(
      'properties.größe must be a text, a number or null',
    );
    expect((await client.post('/webhooks', { endpoint: 'https://example.com' })).body).toMatchObject({
      name: 'missing_required_field',
      message: 'events is missing',
    });
    expect((await client.post('/templates', { name: 'Empty' })).body.message).toBe('html or text is missing');
  });

  it('is a strict batch with an address that is none, of which nothing is sent', async () => {
    const batch = [email(), email({ to: 'nobody' })];
    const strict = await client.post('/emails/batch', batch);
    expect([strict.status, strict.body.message]).toEqual([
      422,
      'to[0] must be an e-mail address (e-mail 1 of the batch)',
    ]);
    expect((await client.get('/emails')).body.data).toEqual([]);
    const permissive = await client.post('/emails/batch', batch, { 'x-batch-validation': 'permissive' });
    expect(permissive.body).toMatchObject({ data: [{}], errors: [{ index: 1 }] });
  });

  it.each([
    [{ subject: 'a\nb' }, 'subject must not contain line breaks or control characters'],
    [{ headers: { 'Bad Name': 'x' } }, 'headers.Bad Name is not a header name'],
    [{ headers: { 'Bad[1]': 'x' } }, 'headers.Bad[1] is none of the headers that may be added'],
    [
      { attachments: [{ filename: 'a\nb.txt', content: 'aGk=' }] },
      'attachments[0].filename must not contain line breaks or control characters',
    ],
    [
      { attachments: [{ filename: 'a.txt', content: 'YWJjZ' }] },
      'attachments[0].content is base64 of which a part is missing',
    ],
  ])('is a strict batch with %j, of which nothing is sent', async (changes, fault) => {
    const strict = await client.post('/emails/batch', [email({ subject: 'Never sent' }), email(changes)]);
    expect([strict.status, strict.body.message]).toEqual([422, `${fault} (e-mail 1 of the batch)`]);
    const { data } = (await client.get('/emails')).body;
    expect(data.filter(({ subject }: { subject: string }) => subject === 'Never sent')).toEqual([]);
  });

  it.each(['constructor', '__proto__', 'toString'])('is a field %s that is wrong', async (name) => {
    const json = { 'content-type': 'application/json' };
    const { status, text } = await client.send('POST', '/emails', `{"${name}":"\\u0000"}`, json);
    expect([status, JSON.parse(text).statusCode]).toEqual([422, 422]);
  });

  it('is a property with a name of millions of letters, at once', async () => {
    const properties = { [`${'a'.repeat(1_900_000)}!`]: {} };
    const begun = performance.now();
    expect((await client.post('/contacts', { email: 'long@example.test', properties })).status).toBe(422);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('leaves names of a client as they are', async () => {
    const made = await client.post('/templates', { name: 'Words', html: '{{ SendAt }}' });
    const sent = await client.post(
      '/emails',
      email({ text: undefined, template: { id: made.body.id, variables: {} } }),
    );
    expect(sent.body.message).toBe('template.variables.SendAt is used by html and missing');
  });

  it('says what holds a segment and a broadcast', async () => {
    const { id } = (await client.post('/segments', { name: 'Readers' })).body;
    const broadcast = { segment_id: id, from: acme.source, subject: 'Hi', text: 'Hi', send: true };
    const made = await client.post('/broadcasts', { ...broadcast, scheduled_at: 'in 1 hour' });
    expect((await client.delete(`/segments/${id}`)).body.message).toMatch(/^A broadcast .* goes to this segment/);
    const path = `/broadcasts/${made.body.id}`;
    const refusals = [await client.post(`${path}/send`)];
    expect((await client.post(`${path}/cancel`)).status).toBe(200);
    refusals.push(await client.patch(path, { name: 'Late' }), await client.post(`${path}/cancel`));
    expect(refusals.map(({ body }) => body)).toEqual(
      [
        'The broadcast is queued; this needs one that is draft',
        'The broadcast is canceled; this needs one that is draft',
        'The broadcast is canceled; this needs one that is queued',
      ].map((message) => ({ statusCode: 409, name: 'validation_error', message })),
    );
    const now = (await client.post('/emails', email())).body.id;
    expect((await client.post(`/emails/${now}/cancel`)).body.message).toMatch(/scheduled_at/);
  });
});

describe('what Resend does not refuse', () => {
  it('is a second copy of a template', async () => {
    const { id } = (await client.post('/templates', { name: 'Welcome', html: '<p>Hi</p>' })).body;
    const names = [];
    for (let n = 0; n < 3; n += 1) {
      const copy = (await client.post(`/templates/${id}/duplicate`)).body.id;
      names.push((await client.get(`/templates/${copy}`)).body.name);
    }
    expect(names).toEqual(['Welcome (copy)', 'Welcome (copy 2)', 'Welcome (copy 3)']);
  });

  it('is a second topic of the same name', async () => {
    const topic = { name: 'News', default_subscription: 'opt_in' };
    const ids = [(await client.post('/topics', topic)).body.id, (await client.post('/topics', topic)).body.id];
    expect(new Set(ids).size).toBe(2);
    expect((await client.get(`/topics/${ids[1]}`)).body.name).toBe('News');
  });
});
