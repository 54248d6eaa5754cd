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

  it('says what holds a segment and a broadcast', async () => {
    const { id } = (await client.post('/segments', { name: 'Readers' })).body;
    const broadcast = { segment_id: id, from: acme.source, subject: 'Hi', text: 'Hi', send: true };
    const made = await client.post('/broadcasts', { ...broadcast, scheduled_at: 'in 1 hour' });
    expect((await client.delete(`/segments/${id}`)).body.message).toMatch(/^A broadcast .* goes to this segment/);
    expect((await client.post(`/broadcasts/${made.body.id}/send`)).body.message).toMatch(/^The broadcast is scheduled/);
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
