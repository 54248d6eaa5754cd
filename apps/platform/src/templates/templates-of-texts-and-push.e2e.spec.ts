import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const NUMBER = '+15005550100';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());
const member = usePrepared(() => acme.session());
let templates: Record<'sms' | 'push' | 'email', string>;

beforeAll(async () => {
  templates = {
    sms: await create({ Channel: 'sms', Text: 'Hello {{ name }}, your code is {{ code }}.' }),
    push: await create({ Channel: 'push', Subject: 'Parcel {{ code }}', Text: 'It is here, {{ name }}.' }),
    email: await create({ Channel: 'email', Subject: 'S', Text: 'T' }),
  };
});
async function create(template: object): Promise<string> {
  const { body } = await member.post('/api/templates', { Name: `T${Math.random()}`, ...template });
  return body.Template.Id;
}

const TemplateData = { name: 'Ana', code: 4711 };
const sms = (changes: object = {}) => ({ To: [NUMBER], TemplateId: templates.sms, TemplateData, ...changes });
const push = (changes: object = {}) => ({ Topic: 'news', TemplateId: templates.push, TemplateData, ...changes });
const detailOf = async (id: string) => (await member.get(`/api/messages/${id}`)).body.Message;
const sent = {
  sms: () => ({ Channel: 'sms', TemplateId: templates.sms, Body: { Text: 'Hello Ana, your code is 4711.' } }),
  push: () => ({
    Channel: 'push',
    TemplateId: templates.push,
    Subject: 'Parcel 4711',
    Body: { Text: 'It is here, Ana.' },
  }),
};

describe.each([
  ['sms', sms],
  ['push', push],
] as const)('a template of %s', (channel, request) => {
  const send = (changes: object = {}, headers: Record<string, string> = {}) =>
    client.post(`/v1/${channel}/send`, request(changes), headers);

  it('is sent filled in, by key, and the history shows it', async () => {
    const { status, body } = await send();
    expect(status).toBe(202);
    expect(await detailOf(body.MessageId)).toMatchObject(sent[channel]());
    const history = (await member.get('/api/messages?limit=200')).body.Messages;
    expect(history.find(({ Id }: { Id: string }) => Id === body.MessageId).TemplateId).toBe(templates[channel]);
  });

  it('is named by its alias, and the message has the id', async () => {
    const id = templates[channel];
    await member.patch(`/api/templates/${id}`, { Alias: `of-${channel}` });
    const { body } = await send({ TemplateId: `of-${channel}` });
    expect((await detailOf(body.MessageId)).TemplateId).toBe(id);
  });

  it('is sent filled in, by session', async () => {
    const { status, body } = await member.post('/api/messages/send', { Channel: channel, ...request() });
    expect(status).toBe(202);
    expect(await detailOf(body.Messages[0].Id)).toMatchObject(sent[channel]());
  });

  it('counts for its template in the reports', async () => {
    const accepted = async () => {
      const { body } = await member.get(`/api/reports/top-templates?channel=${channel}`);
      const top: { TemplateId: string; Totals: { Accepted: number } }[] = body.Templates;
      return top.find(({ TemplateId }) => TemplateId === templates[channel])?.Totals.Accepted ?? 0;
    };
    const before = await accepted();
    await send();
    expect(await accepted()).toBe(before + 1);
  });

  it('is replayed for the same key and data, and 409 for other data', async () => {
    const key = { 'idempotency-key': `${channel}-template` };
    const first = await send({}, key);
    expect((await send({}, key)).body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
    expect((await send({ TemplateData: { ...TemplateData, name: 'Eva' } }, key)).status).toBe(409);
  });

  it.each([
    ['data that lacks a variable', { TemplateData: { code: 1 } }, 422, 'MissingParameter', 'TemplateData.name'],
    ['no data', { TemplateData: undefined }, 422, 'MissingParameter', /^TemplateData\./],
    ['data without a template', { TemplateId: undefined }, 400, 'ValidationError', 'TemplateData'],
    ['an unknown template', { TemplateId: 'tpl_0123456789abcdef' }, 422, 'InvalidParameter', 'TemplateId'],
    [
      'data that makes it too long',
      { TemplateData: { ...TemplateData, name: 'x'.repeat(2_000) } },
      422,
      'InvalidParameter',
      'TemplateData',
    ],
  ])('is refused with %s', async (_case, changes, status, code, field) => {
    const answer = await send(changes);
    expect([answer.status, answer.body.Error.Code]).toEqual([status, code]);
    expect(answer.body.Error.Details[0].Field).toMatch(field);
  });

  it('is refused for one of e-mail', async () => {
    const { status, body } = await send({ TemplateId: templates.email });
    expect([status, body.Error.Details[0]]).toEqual([422, { Field: 'TemplateId', Message: 'is a template of email' }]);
  });

  it("is refused for another tenant's, as one that does not exist", async () => {
    const rival = await (await stack.createTenant()).key();
    const { status, body } = await rival.post(`/v1/${channel}/send`, request());
    expect([status, body.Error.Details[0].Message]).toEqual([422, 'does not exist']);
  });

  it('is refused beside content of its own, and so is neither', async () => {
    const own = channel === 'sms' ? { Body: 'x' } : { Notification: { Title: 'x', Body: 'x' } };
    const both = await send(own);
    expect([both.status, both.body.Error.Details[0].Field]).toEqual([400, 'TemplateId']);
    const neither = await send({ TemplateId: undefined, TemplateData: undefined });
    expect([neither.status, neither.body.Error.Details[0].Field]).toEqual([400, Object.keys(own)[0]]);
  });

  it('is refused when nothing is left of its text', async () => {
    const TemplateId = await create({ Channel: channel, Subject: 'S', Text: '{% if name == "" %}x{% endif %}' });
    const { status, body } = await send({ TemplateId });
    expect([status, body.Error.Details[0]]).toEqual([422, { Field: 'TemplateData', Message: 'makes Text empty' }]);
  });

  it('is filled in without what cannot be stored', async () => {
    const TemplateId = await create({
      Channel: channel,
      Subject: 'S',
      Text: 'a{{ name | split: "" | first }}b{{ "%00" | url_decode }}',
    });
    const { body } = await send({ TemplateId, TemplateData: { name: '😀' } });
    expect((await detailOf(body.MessageId)).Body.Text).toBe('a\ufffdb\ufffd');
  });
});

describe('the segments of a text from a template', () => {
  it('are counted once it is filled in', async () => {
    const tenant = await stack.createTenant();
    const { body } = await (
      await tenant.session()
    ).post('/api/templates', { Name: 'Long', Channel: 'sms', Text: '{{ text }}' });
    const own = await tenant.key();
    const request = { To: [NUMBER], TemplateId: body.Template.Id, TemplateData: { text: 'ж'.repeat(71) } };
    expect((await own.post('/v1/sms/send', request)).status).toBe(202);
    expect((await own.get('/v1/account/usage')).body.Usage).toMatchObject({ SmsSent: 1, SmsSegments: 2 });
  });
});

describe('a template of push', () => {
  it('without a title is refused', async () => {
    const TemplateId = await create({ Channel: 'push', Text: 'x' });
    const { status, body } = await client.post('/v1/push/send', push({ TemplateId }));
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'TemplateId']);
  });

  it('is refused when it comes to more bytes than push services take', async () => {
    const TemplateId = await create({ Channel: 'push', Subject: 'x', Text: '{{ name }}' });
    const request = push({ TemplateId, TemplateData: { name: 'é'.repeat(1_800) }, Data: { a: 'x'.repeat(400) } });
    const { status, body } = await client.post('/v1/push/send', request);
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'TemplateData']);
  });
});
