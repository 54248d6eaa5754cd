import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());
let template: string;

beforeAll(async () => {
  const created = await (
    await acme.session()
  ).post('/api/templates', {
    Name: 'Receipt',
    Alias: 'receipt',
    Channel: 'email',
    Subject: 'Order {{ order }}',
    Html: '<p>Thank you, {{ name }}.</p>',
    Text: 'Thank you, {{ name }}.',
  });
  template = created.body.Template.Id;
});
const templated = (changes: object = {}) => ({
  Source: acme.source,
  Destination: { ToAddresses: ['ana@example.test'] },
  TemplateId: template,
  TemplateData: { order: 4711, name: 'Ana' },
  ...changes,
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const makeDue = (id: string) =>
  stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [id]);

describe('an e-mail from a template', () => {
  it('arrives filled in, and its message names the template', async () => {
    const { body } = await client.post('/v1/emails/send', templated());
    const mail = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
    expect(mail.source).toContain('Subject: Order 4711');
    const detail = (await client.get(`/v1/emails/${body.MessageId}`)).body.Message;
    expect(detail).toMatchObject({ TemplateId: template, Body: { Text: 'Thank you, Ana.' } });
  });

  it('is named by its alias, also in a batch, and the message has the id', async () => {
    const byAlias = templated({ TemplateId: 'receipt' });
    const { body } = await client.post('/v1/emails/send', byAlias);
    expect((await client.get(`/v1/emails/${body.MessageId}`)).body.Message).toMatchObject({
      TemplateId: template,
      Subject: 'Order 4711',
    });
    const unknown = templated({ TemplateId: 'Receipt' });
    const { Results } = (await client.post('/v1/emails/batch', { Messages: [byAlias, templated(), unknown] })).body;
    const ids = Results.map(({ MessageId }: { MessageId?: string }) => MessageId);
    expect(ids).toEqual([expect.stringMatching(/^msg_/), expect.stringMatching(/^msg_/), undefined]);
    expect(Results[2].Error.Details).toEqual([{ Field: 'TemplateId', Message: 'does not exist' }]);
  });

  it('is refused when the data lacks a variable, naming it', async () => {
    const { status, body } = await client.post('/v1/emails/send', templated({ TemplateData: { order: 1 } }));
    expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([
      422,
      'MissingParameter',
      'TemplateData.name',
    ]);
  });

  it("is refused with another tenant's template, as with one that does not exist", async () => {
    const rival = await stack.createTenant();
    const theirs = await (await rival.key()).post('/v1/emails/send', { ...templated(), Source: rival.source });
    expect([theirs.status, theirs.body.Error.Details[0]]).toEqual([
      422,
      { Field: 'TemplateId', Message: 'does not exist' },
    ]);
  });

  it.each([
    [
      'both a message and a template',
      { Message: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } },
      'TemplateId',
    ],
    ['neither', { TemplateId: undefined, TemplateData: undefined }, 'Message'],
    ['data without a template', { TemplateId: undefined }, 'TemplateData'],
  ])('is refused with %s', async (_case, changes, field) => {
    const { status, body } = await client.post('/v1/emails/send', templated(changes));
    expect([status, body.Error.Details[0].Field]).toEqual([400, field]);
  });

  it('counts for its template in the reports', async () => {
    const tenant = await stack.createTenant();
    const member = await tenant.session();
    const { body } = await member.post('/api/templates', { Name: 'T', Channel: 'email', Subject: 'S', Text: 'T' });
    const { Id } = body.Template;
    await (await tenant.key()).post('/v1/emails/send', { ...templated(), Source: tenant.source, TemplateId: Id });
    const top = (await member.get('/api/reports/top-templates')).body.Templates;
    expect(top[0]).toMatchObject({ TemplateId: Id, Totals: { Accepted: 1 } });
  });

  it('in a batch shares the render budget of the call', async () => {
    const loop = '{% for i in (1..100) %}{{ text }}{% endfor %}';
    const session = await acme.session();
    const { body } = await session.post('/api/templates', { Name: 'Long', Channel: 'email', Subject: 'L', Text: loop });
    const item = templated({ TemplateId: body.Template.Id, TemplateData: { text: 'x'.repeat(10_000) } });
    const { Results } = (await client.post('/v1/emails/batch', { Messages: Array(34).fill(item) })).body;
    expect(Results.map(({ MessageId }: { MessageId?: string }) => MessageId !== undefined)).toEqual([
      ...Array<boolean>(32).fill(true),
      false,
      false,
    ]);
    expect(Results[33].Error).toMatchObject({ Code: 'InvalidParameter', Details: [{ Field: 'TemplateId' }] });
  });

  it('in a batch fails alone when its data does', async () => {
    const { body } = await client.post('/v1/emails/batch', {
      Messages: [templated(), templated({ TemplateData: {} }), acme.email()],
    });
    expect(body.Results.map((result: { Error?: { Code: string } }) => result.Error?.Code)).toEqual([
      undefined,
      'MissingParameter',
      undefined,
    ]);
  });
});

describe('an e-mail for later', () => {
  it('waits for its time, and is dated when it leaves', async () => {
    const SendAt = inAnHour();
    const { body } = await client.post('/v1/emails/send', acme.email({ SendAt }));
    const { Message } = (await client.get(`/v1/emails/${body.MessageId}`)).body;
    expect(Message).toMatchObject({ Status: 'queued', ScheduledAt: SendAt });
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    await makeDue(body.MessageId);
    const { source, receivedAt } = await stack.mail.waitFor((mail) => mail.source.includes(body.MessageId));
    const [, date = ''] = /^Date: (.*)$/m.exec(source) ?? [];
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(date)).toBeLessThanOrEqual(receivedAt.getTime());
  });

  it.each([
    ['in the past', () => new Date(Date.now() - 1_000).toISOString()],
    ['more than 30 days off', () => new Date(Date.now() + 31 * 86_400_000).toISOString()],
  ])('is refused %s', async (_case, at) => {
    const { status, body } = await client.post('/v1/emails/send', acme.email({ SendAt: at() }));
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'SendAt']);
  });

  it('is refused with a time that is none', async () => {
    const { status } = await client.post('/v1/emails/send', acme.email({ SendAt: 'tomorrow' }));
    expect(status).toBe(400);
  });

  it('can be called back before its time, and is then never sent nor counted', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    const { body } = await own.post('/v1/emails/send', tenant.email({ SendAt: inAnHour() }));
    const cancelled = await own.post(`/v1/emails/${body.MessageId}/cancel`);
    expect(cancelled.body.Message.Status).toBe('cancelled');
    expect((await own.get('/v1/account/usage')).body.Usage.EmailsSent).toBe(0);
    await makeDue(body.MessageId);
    await waitUntil(async () => (await stack.sql(`select from outbox where tenant_id = $1`, [tenant.id])).length === 0);
    expect(stack.mail.messages.some(({ source }) => source.includes(body.MessageId))).toBe(false);
  });

  it('is cancelled once, however often it is requested', async () => {
    const { body } = await client.post('/v1/emails/send', acme.email({ SendAt: inAnHour() }));
    await client.post(`/v1/emails/${body.MessageId}/cancel`);
    const again = await client.post(`/v1/emails/${body.MessageId}/cancel`);
    expect([again.status, again.body.Events.length]).toEqual([200, 2]);
  });

  it('is called back by many at the same instant, for all of whom it is', async () => {
    const { body } = await client.post('/v1/emails/send', { ...acme.email(), SendAt: inAnHour() });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(`/v1/emails/${body.MessageId}/cancel`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { Events } = (await client.get(`/v1/emails/${body.MessageId}`)).body;
    expect(Events.map(({ Type }: { Type: string }) => Type)).toEqual(['queued', 'cancelled']);
  });

  it('cannot be called back when it was sent at once', async () => {
    const { body } = await client.post('/v1/emails/send', acme.email());
    const { status, body: refusal } = await client.post(`/v1/emails/${body.MessageId}/cancel`);
    expect([status, refusal.Error.Code]).toEqual([409, 'Conflict']);
  });

  it('of another tenant is not there to be called back', async () => {
    const { body } = await client.post('/v1/emails/send', acme.email({ SendAt: inAnHour() }));
    const rival = await (await stack.createTenant()).key();
    expect((await rival.post(`/v1/emails/${body.MessageId}/cancel`)).status).toBe(404);
  });
});

describe('a call that is repeated with its key', () => {
  const withKey = (key: string, body: object) => client.post('/v1/emails/send', body, { 'Idempotency-Key': key });
  const soon = () => new Date(Date.now() + 1_000).toISOString();

  it('is answered as before when its time has come meanwhile', async () => {
    const body = { ...acme.email(), SendAt: soon() };
    const first = await withKey('time-passed', body);
    await waitUntil(() => Date.parse(body.SendAt) < Date.now() || undefined);
    const again = await withKey('time-passed', body);
    expect([first.status, again.status, again.body.MessageId]).toEqual([202, 202, first.body.MessageId]);
    expect(again.body.ReusedIdempotency).toBe(true);
  });

  it('is answered as before when its template has gone meanwhile', async () => {
    const session = await acme.session();
    const { body } = await session.post('/api/templates', { Name: 'Short', Channel: 'email', Subject: 'S', Text: 'T' });
    const request = templated({ TemplateId: body.Template.Id, TemplateData: {} });
    const first = await withKey('template-gone', request);
    await session.delete(`/api/templates/${body.Template.Id}`);
    const again = await withKey('template-gone', request);
    expect([first.status, again.status, again.body.MessageId]).toEqual([202, 202, first.body.MessageId]);
    expect((await client.post('/v1/emails/send', request)).status).toBe(422);
  });

  it('is answered as before in a batch, too, item by item', async () => {
    const item = { ...acme.email(), SendAt: soon(), IdempotencyKey: 'item-time-passed' };
    const first = (await client.post('/v1/emails/batch', { Messages: [item] })).body.Results;
    await waitUntil(() => Date.parse(item.SendAt) < Date.now() || undefined);
    const again = (
      await client.post('/v1/emails/batch', {
        Messages: [item, { ...item, IdempotencyKey: 'item-unknown' }, { ...item, Tags: { a: 'b' } }],
      })
    ).body.Results;
    expect(again[0]).toEqual(first[0]);
    expect(again[1].Error.Code).toBe('InvalidParameter');
    expect(again[2].Error.Code).toBe('IdempotencyConflict');
  });

  it('is refused for what it has wrong when its body is another one', async () => {
    await withKey('another-body', acme.email());
    const { status, body } = await withKey('another-body', { ...acme.email(), Source: 'nobody' });
    expect([status, body.Error.Code]).toEqual([400, 'ValidationError']);
  });
});
