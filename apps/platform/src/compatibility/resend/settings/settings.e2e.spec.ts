import { Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: '127.0.0.1/32' } }));
const clientOf = (secret: string) => new Resend(secret, { baseUrl: stack.url });

let acme: TestTenant;
let resend: Resend;
let rival: Resend;
let sender: Resend;

beforeAll(async () => {
  acme = await stack.createTenant();
  resend = clientOf((await acme.createKey()).secret);
  rival = clientOf((await (await stack.createTenant()).createKey()).secret);
  sender = clientOf((await acme.createKey(['emails:send'])).secret);
});

/** The data of an answer without an error. */
function dataOf<T>({ data, error }: { data: T | null; error: unknown }): T {
  expect(error).toBeNull();
  return data as T;
}

const template = (changes: object = {}) => ({ name: 'Receipt', html: '<p>Hello.</p>', ...changes });

describe('templates', () => {
  it('are added with variables, and fill in e-mails', async () => {
    const created = await resend.templates.create({
      ...template({ alias: 'order', subject: 'Order {{{ORDER}}}' }),
      html: '<p>{{{PRODUCT}}} for {{{PRICE}}}</p>',
      variables: [
        { key: 'ORDER', type: 'number' },
        { key: 'PRODUCT', type: 'string', fallbackValue: 'item' },
        { key: 'PRICE', type: 'number', fallbackValue: 20 },
      ],
    } as never);
    const { id } = dataOf(created);
    expect(id).toMatch(/^tpl_/);
    const send = (variables: Record<string, string | number>) =>
      resend.emails.send({ from: acme.source, to: 'ana@example.test', template: { id: 'order', variables } });
    const sent = dataOf(await send({ ORDER: 7, PRICE: 3 }));
    const { source } = await stack.mail.waitFor((mail) => mail.source.includes(sent.id));
    expect(source).toContain('Subject: Order 7');
    expect(source).toContain('item for 3');
    expect((await send({})).error).toMatchObject({ message: expect.stringContaining('template.variables.ORDER') });
  });

  it('are read by id and alias, listed, changed, copied and removed', async () => {
    const { id } = dataOf(await resend.templates.create(template({ name: 'Welcome', alias: 'welcome' })));
    const read = dataOf(await resend.templates.get('welcome'));
    expect(read).toEqual(dataOf(await resend.templates.get(id)));
    expect(read).toMatchObject({
      object: 'template',
      id,
      name: 'Welcome',
      alias: 'welcome',
      subject: 'Welcome',
      html: '<p>Hello.</p>',
      text: null,
      status: 'published',
      has_unpublished_versions: false,
    });
    expect(dataOf(await resend.templates.update(id, { subject: 'Hi {{{NAME|you}}}', text: 'Hi.' })).id).toBe(id);
    expect(dataOf(await resend.templates.get(id))).toMatchObject({
      subject: 'Hi {{ NAME | default: "you" }}',
      text: 'Hi.',
    });
    expect(dataOf(await resend.templates.publish(id))).toEqual({ object: 'template', id });
    const copy = dataOf(await resend.templates.duplicate('welcome')).id;
    expect(dataOf(await resend.templates.get(copy))).toMatchObject({
      name: 'Welcome (copy)',
      alias: null,
      text: 'Hi.',
    });
    const page = dataOf(await resend.templates.list({ limit: 1 }));
    expect([page.has_more, page.data[0]?.id]).toEqual([true, copy]);
    expect(dataOf(await resend.templates.list({ limit: 1, after: copy })).data[0]).toMatchObject({
      id,
      alias: 'welcome',
    });
    expect(dataOf(await resend.templates.remove(copy))).toEqual({ object: 'template', id: copy, deleted: true });
    expect((await resend.templates.get(copy)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it('are those of e-mail alone', async () => {
    const session = await acme.session();
    const text = (await session.post('/api/templates', { Name: 'Code', Channel: 'sms', Text: 'Code' })).body.Template
      .Id;
    expect((await resend.templates.get(text)).error).toMatchObject({ name: 'not_found' });
    expect(dataOf(await resend.templates.list({ limit: 1 })).data[0]?.id).not.toBe(text);
  });

  it.each([
    ['a sender, which they do not have', { from: 'a@example.test' }, 'from'],
    ['an address for answers', { reply_to: ['a@example.test'] }, 'reply_to'],
    ['no name', { name: undefined }, 'name'],
    ['no content', { html: undefined }, 'text'],
    ['an alias that is none', { alias: 'a b' }, 'alias'],
    ['HTML that does not work', { html: '{% if %}' }, 'html'],
    ['a variable without a key', { variables: [{ type: 'string' }] }, 'variables[0].key'],
    [
      'a fallback that is a list',
      { variables: [{ key: 'A', type: 'string', fallback_value: [] }] },
      'variables[0].fallback_value',
    ],
  ])('are refused with %s', async (_what, changes, field) => {
    const { error } = await resend.post('/templates', template({ name: 'Refused', ...changes }));
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining(field) });
  });

  it('have names and aliases of their own', async () => {
    dataOf(await resend.templates.create(template({ name: 'Twin', alias: 'twin' })));
    const { error } = await resend.templates.create(template({ name: 'Other', alias: 'twin' }));
    expect(error).toMatchObject({ statusCode: 409, message: expect.stringContaining('alias') });
  });
});

describe('topics', () => {
  it('are added, read, listed, changed and removed', async () => {
    const create = { name: 'Product news', description: 'Monthly', defaultSubscription: 'opt_in' as const };
    const { id } = dataOf(await resend.topics.create(create));
    const read = {
      id,
      name: 'Product news',
      description: 'Monthly',
      default_subscription: 'opt_in',
      created_at: expect.any(String),
    };
    expect(dataOf(await resend.topics.get(id))).toEqual({ object: 'topic', ...read });
    expect(dataOf(await resend.topics.list()).data).toEqual([read]);
    expect(dataOf(await resend.topics.update({ id, name: 'News' })).id).toBe(id);
    expect(dataOf(await resend.topics.get('product-news'))).toMatchObject({ name: 'News', description: 'Monthly' });
    expect((await resend.topics.update({ id })).error).toMatchObject({ statusCode: 422 });
    expect(dataOf(await resend.topics.remove(id))).toEqual({ object: 'topic', id, deleted: true });
    expect((await resend.topics.get(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it('are at most a hundred; one more is refused as other limits are', async () => {
    const tenant = await stack.createTenant();
    await stack.sql(
      `insert into topic (tenant_id, id, name, slug, transactional)
       select $1, 'top_' || lpad(n::text, 16, '0'), 'Topic ' || n, 'topic-' || n, false from generate_series(1, 100) n`,
      [tenant.id],
    );
    const { error } = await clientOf((await tenant.createKey()).secret).topics.create({
      name: 'One more',
      defaultSubscription: 'opt_in',
    });
    const message = 'An account has at most 100 topics';
    expect(error).toMatchObject({ statusCode: 409, name: 'validation_error', message });
  });

  it('go to all that have not left them', async () => {
    const { error } = await resend.topics.create({ name: 'Secret', defaultSubscription: 'opt_out' });
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining('default_subscription') });
  });
});

describe('webhooks', () => {
  const endpoint = 'https://127.0.0.1/hooks';

  it('are added in the words of Resend, read, listed, changed and removed', async () => {
    const created = dataOf(await resend.webhooks.create({ endpoint, events: ['email.sent', 'email.bounced'] }));
    const { id } = created;
    expect(created).toEqual({
      object: 'webhook',
      id: expect.stringMatching(/^whk_/),
      signing_secret: expect.stringMatching(/^whsec_/),
    });
    const read = {
      id,
      endpoint,
      status: 'enabled',
      events: ['email.sent', 'email.bounced'],
      created_at: expect.any(String),
    };
    expect(dataOf(await resend.webhooks.get(id))).toEqual({ object: 'webhook', ...read, signing_secret: null });
    expect(dataOf(await resend.webhooks.list({ limit: 1 }))).toEqual({ object: 'list', has_more: false, data: [read] });
    const rows = await stack.sql<{ format: string }>('select format from webhook_endpoint where id = $1', [id]);
    expect(rows).toEqual([{ format: 'resend' }]);
    expect(dataOf(await resend.webhooks.update(id, { events: ['email.opened'], status: 'disabled' })).id).toBe(id);
    expect(dataOf(await resend.webhooks.get(id))).toMatchObject({
      events: ['email.opened'],
      status: 'disabled',
      endpoint,
    });
    const rotated = dataOf(await resend.webhooks.rotateSigningSecret(id));
    expect(rotated.signing_secret).toMatch(/^whsec_/);
    expect(rotated.signing_secret).not.toBe(created.signing_secret);
    expect(dataOf(await resend.webhooks.remove(id))).toEqual({ object: 'webhook', id, deleted: true });
    expect((await resend.webhooks.get(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it.each([
    [
      'an event that is not told',
      { endpoint, events: ['email.sent', 'contact.created'] },
      'events names "contact.created"',
    ],
    ['no event', { endpoint, events: [] }, 'events'],
    ['no address', { events: ['email.sent'] }, 'endpoint'],
    ['an address that is none', { endpoint: 'nowhere', events: ['email.sent'] }, 'endpoint'],
    ['an inner address', { endpoint: 'http://169.254.169.254/', events: ['email.sent'] }, 'endpoint'],
  ])('are refused with %s', async (_what, body, message) => {
    const { error } = await resend.webhooks.create(body as never);
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining(message) });
  });
});

describe('API keys', () => {
  it('are not made, listed, changed or removed by a key', async () => {
    const answers = [
      await resend.apiKeys.create({ name: 'More' }),
      await resend.apiKeys.list(),
      await resend.apiKeys.update('key_0000000000000000', { name: 'Other' }),
      await resend.apiKeys.remove('key_0000000000000000'),
    ];
    for (const { error } of answers) {
      expect(error).toMatchObject({ statusCode: 401, name: 'restricted_api_key' });
      expect(error?.message).toContain('/api/tenants/{id}/api-keys');
    }
  });
});

describe('what is of another account', () => {
  it('is not found, listed or changed', async () => {
    const templateId = dataOf(await resend.templates.create(template({ name: 'Own', alias: 'own' }))).id;
    const topicId = dataOf(await resend.topics.create({ name: 'Own', defaultSubscription: 'opt_in' })).id;
    const events = ['email.sent' as const];
    const webhookId = dataOf(await resend.webhooks.create({ endpoint: 'https://127.0.0.1/own', events })).id;
    const answers = [
      await rival.templates.get('own'),
      await rival.templates.update(templateId, { name: 'Theirs' }),
      await rival.templates.publish(templateId),
      await rival.templates.duplicate(templateId),
      await rival.templates.remove(templateId),
      await rival.topics.get(topicId),
      await rival.topics.update({ id: topicId, name: 'Theirs' }),
      await rival.topics.remove(topicId),
      await rival.webhooks.get(webhookId),
      await rival.webhooks.update(webhookId, { status: 'disabled' }),
      await rival.webhooks.rotateSigningSecret(webhookId),
      await rival.webhooks.remove(webhookId),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 404, name: 'not_found' });
    for (const list of [rival.templates.list(), rival.topics.list(), rival.webhooks.list()])
      expect(dataOf<{ data: object[] }>(await list).data).toEqual([]);
    expect(dataOf(await resend.templates.get('own')).name).toBe('Own');
  });
});

describe('a key without the scope', () => {
  it('is refused', async () => {
    const answers = [
      await sender.templates.list(),
      await sender.templates.create(template()),
      await sender.topics.list(),
      await sender.topics.create({ name: 'a', defaultSubscription: 'opt_in' }),
      await sender.webhooks.list(),
      await sender.webhooks.create({ endpoint: 'https://127.0.0.1/', events: ['email.sent'] }),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 401, name: 'restricted_api_key' });
  });
});
