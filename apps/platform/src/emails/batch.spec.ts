import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import type { Answer } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

const batch = (items: readonly unknown[], headers: Record<string, string> = {}): Promise<Answer> =>
  client.post('/v1/emails/batch', { Messages: items }, headers);

const emails = (count: number, changes: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ ...acme.email({ to: [`r${n}@example.test`] }), ...changes(n) }));

async function messageCount(): Promise<number> {
  const [row] = await stack.sql<{ count: number }>('select count(*)::int from message where tenant_id = $1', [acme.id]);
  return row?.count ?? 0;
}

async function usage() {
  return (await client.get('/v1/account/usage')).body.Usage;
}

describe('a batch', () => {
  it('of 500 is accepted in one call, each item with an id of its own', async () => {
    const before = await usage();
    const { status, body } = await batch(emails(500));
    expect([status, body.Count, body.ReusedIdempotency]).toEqual([202, 500, false]);
    expect(body.Results.map(({ Index }: { Index: number }) => Index)).toEqual(Array.from({ length: 500 }, (_, n) => n));
    expect(new Set(body.Results.map(({ MessageId }: { MessageId: string }) => MessageId)).size).toBe(500);
    const after = await usage();
    expect(after.EmailsSent - before.EmailsSent).toBe(500);
    expect(after.ApiCalls - before.ApiCalls).toBe(1);
  });

  it('is delivered in full', async () => {
    const { body } = await batch(emails(20, (n) => ({ Source: `sender${n}@${acme.slug}.test` })));
    for (const [n, { MessageId }] of body.Results.entries()) {
      const mail = await stack.mail.waitFor(({ source }) => source.includes(`<${MessageId}@`), 15_000);
      expect(mail.source).toContain(`sender${n}@${acme.slug}.test`);
    }
  });

  it.each([
    ['of 501', () => emails(501)],
    ['of none', () => []],
  ])('%s is refused with 400 and nothing is written', async (_, items) => {
    const before = await messageCount();
    const { status, body } = await batch(items());
    expect([status, body.Error.Code]).toEqual([400, 'ValidationError']);
    expect(body.Error.Details[0].Field).toBe('Messages');
    expect(await messageCount()).toBe(before);
  });

  it.each([{}, { Messages: null }, { Messages: {} }, { Messages: 'x' }, { Messages: [{}], TenantId: 'x' }])(
    'that is none is refused with 400 (%#)',
    async (body) => {
      expect((await client.post('/v1/emails/batch', JSON.parse(JSON.stringify(body)))).status).toBe(400);
    },
  );

  it('has an item for several recipients as several messages', async () => {
    const { body } = await batch([acme.email({ to: ['a@example.test', 'b@example.test'] }), acme.email()]);
    expect(body.Count).toBe(2);
    expect(body.Results.map(({ MessageIds }: { MessageIds: string[] }) => MessageIds.length)).toEqual([2, 1]);
  });
});

describe('an item that is wrong', () => {
  it('fails alone, with what is wrong and where', async () => {
    const good = acme.email();
    const { status, body } = await batch([
      good,
      { ...good, Surprise: 1 },
      { ...good, Destination: { ToAddresses: ['nobody'] } },
      { ...good, Source: 'x@elsewhere.com' },
      null,
      'text',
      { ...good, IdempotencyKey: 'not a key' },
      good,
    ]);
    expect(status).toBe(202);
    const codes = body.Results.map((result: { Error?: { Code: string } }) => result.Error?.Code);
    expect(codes).toEqual([
      undefined,
      'ValidationError',
      'InvalidRecipient',
      'DomainNotVerified',
      'ValidationError',
      'ValidationError',
      'InvalidParameter',
      undefined,
    ]);
    expect(body.Results[1].Error).toMatchObject({ Type: 'Sender', Details: [{ Field: 'Surprise' }] });
    expect(body.Results[2].Error.Details[0].Field).toBe('Destination.ToAddresses[0]');
    for (const result of body.Results) expect('MessageId' in result).toBe(!('Error' in result));
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('fails alone when its text holds %s', async (_what, text) => {
    const good = acme.email();
    const { status, body } = await batch([
      good,
      { ...good, Message: { Subject: { Data: text }, Body: { Text: { Data: 'Hi.' } } } },
      { ...good, Tags: { [text]: 'x' } },
      { ...good, TemplateData: { deep: { down: [text] } } },
      text,
      { ...good, Message: { Subject: { Data: 'Olá 😀' }, Body: { Text: { Data: 'Hi.' } } } },
    ]);
    expect(status).toBe(202);
    type Result = { MessageId?: string; Error?: { Code: string; Details: { Field: string }[] } };
    const fields = body.Results.map(({ Error }: Result) => Error && [Error.Code, Error.Details[0]?.Field]);
    expect(fields).toEqual([
      undefined,
      ['ValidationError', 'Message.Subject.Data'],
      ['ValidationError', 'Tags'],
      ['ValidationError', 'TemplateData.deep.down[0]'],
      ['ValidationError', ''],
      undefined,
    ]);
    expect([body.Results[0].MessageId, body.Results[5].MessageId]).toEqual([
      expect.stringMatching(/^msg_/),
      expect.stringMatching(/^msg_/),
    ]);
    const outside = await client.post('/v1/emails/batch', { Messages: [good], More: text });
    expect([outside.status, outside.body.Error.Details[0].Field]).toEqual([400, 'More']);
  });

  it('with text that cannot be stored fails again when the batch is repeated, and nothing is sent twice', async () => {
    const items = [acme.email(), { ...acme.email(), Tags: { a: 'b\u0000c' } }];
    const [first, again] = [
      await batch(items, { 'Idempotency-Key': 'unstorable-1' }),
      await batch(items, { 'Idempotency-Key': 'unstorable-1' }),
    ];
    expect(first.body.Results[1].Error.Code).toBe('ValidationError');
    expect(again.body).toMatchObject({ Results: first.body.Results, ReusedIdempotency: true });
  });

  it('for later is scheduled, beside one that leaves at once and one whose time has gone', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await batch([
      { ...acme.email(), SendAt },
      acme.email(),
      { ...acme.email(), SendAt: '2020-01-01T00:00:00Z' },
    ]);
    const detailOf = async (n: number) => (await client.get(`/v1/emails/${body.Results[n].MessageId}`)).body.Message;
    expect([(await detailOf(0)).ScheduledAt, (await detailOf(1)).ScheduledAt]).toEqual([SendAt, null]);
    expect(body.Results[2].Error).toMatchObject({ Code: 'InvalidParameter', Details: [{ Field: 'SendAt' }] });
  });

  it('costs nothing: what is not accepted is not counted', async () => {
    const before = await usage();
    const { body } = await batch([{ ...acme.email(), Source: 'x@elsewhere.com' }, {}]);
    expect(body.Results.every((result: { Error?: object }) => result.Error)).toBe(true);
    expect(await usage()).toEqual(before);
  });
});

describe("an item's own key", () => {
  it('is shared with single sends, in both directions', async () => {
    const email = acme.email();
    const single = await client.post('/v1/emails/send', { ...email, IdempotencyKey: 'shared-1' });
    const { body } = await batch([
      { ...email, IdempotencyKey: 'shared-1' },
      { ...email, IdempotencyKey: 'shared-2' },
    ]);
    expect(body.Results[0].MessageId).toBe(single.body.MessageId);
    const later = await client.post('/v1/emails/send', { ...email, IdempotencyKey: 'shared-2' });
    expect(later.body).toMatchObject({ MessageId: body.Results[1].MessageId, ReusedIdempotency: true });
  });

  it('conflicts with another body in its own result', async () => {
    await client.post('/v1/emails/send', { ...acme.email(), IdempotencyKey: 'taken' });
    const { status, body } = await batch([
      { ...acme.email({ subject: 'Other' }), IdempotencyKey: 'taken' },
      acme.email(),
    ]);
    expect(status).toBe(202);
    expect(body.Results[0].Error.Code).toBe('IdempotencyConflict');
    expect(body.Results[1].MessageId).toEqual(expect.any(String));
  });

  it('that comes twice in one batch makes one message, or a conflict', async () => {
    const before = await messageCount();
    const one = { ...acme.email(), IdempotencyKey: 'twice' };
    const { body } = await batch([one, one, { ...one, Source: `other@${acme.slug}.test` }]);
    expect(body.Results[1].MessageId).toBe(body.Results[0].MessageId);
    expect(body.Results[2].Error.Code).toBe('IdempotencyConflict');
    expect(await messageCount()).toBe(before + 1);
  });

  it('makes one message when batches and sends with it race', async () => {
    const one = { ...acme.email(), IdempotencyKey: 'race' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? batch([one]) : client.post('/v1/emails/send', one))),
    );
    const ids = answers.map(({ body }) => body.MessageId ?? body.Results[0].MessageId);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('the header key of a batch', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  it('returns the first answer, errors included, and writes nothing', async () => {
    const items = [acme.email(), {}, acme.email({ to: ['other@example.test'] })];
    const first = await batch(items, key('batch-1'));
    const before = [await messageCount(), await usage()];
    const again = await batch(items, key('batch-1'));
    expect(again.status).toBe(202);
    expect(again.body).toEqual({ ...first.body, ReusedIdempotency: true, RequestId: again.body.RequestId });
    expect([await messageCount(), await usage()]).toEqual(before);
  });

  it('conflicts with another batch', async () => {
    await batch(emails(2), key('batch-2'));
    const { status, body } = await batch(emails(3), key('batch-2'));
    expect([status, body.Error.Code]).toEqual([409, 'IdempotencyConflict']);
  });

  it('is refused with 422 when it is malformed', async () => {
    expect((await batch(emails(1), key('not a key'))).status).toBe(422);
  });

  it('is none of a single send', async () => {
    await batch(emails(1), key('batch-3'));
    const { body } = await client.post('/v1/emails/send', acme.email(), key('batch-3'));
    expect(body.ReusedIdempotency).toBe(false);
  });

  it('makes one batch of twenty identical calls at the same instant', async () => {
    const before = await messageCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => batch(emails(3), key('batch-4'))));
    expect(new Set(answers.map(({ body }) => body.Results[0].MessageId)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.ReusedIdempotency)).toHaveLength(1);
    expect(await messageCount()).toBe(before + 3);
  });
});

describe('a batch that is repeated under its header key after a refusal that has passed', () => {
  const key = (value: string) => ({ 'idempotency-key': value });
  const idsOf = ({ body }: Answer) => body.Results.map(({ MessageId }: { MessageId?: string }) => MessageId);

  /** A tenant whose plan allows so many e-mails a month, and a change of that. */
  async function withQuota(Email: number) {
    const Name = `q${randomBytes(4).toString('hex')}`;
    const limits = { Quota: { Email, Sms: null, Push: null }, DailyRamp: null };
    const operator = await stack.operator();
    const CallsPerMinute = { Send: null, Read: null, Write: null };
    expect((await operator.post('/api/admin/plans', { Name, ...limits, CallsPerMinute })).status).toBe(201);
    const tenant = await stack.createTenant();
    await tenant.setPlan(Name);
    const raise = (more: number) =>
      operator.patch(`/api/admin/plans/${Name}`, { Quota: { Email: more, Sms: null, Push: null } });
    const own = await tenant.key();
    const send = (items: readonly unknown[], headers: Record<string, string>) =>
      own.post('/v1/emails/batch', { Messages: items }, headers);
    return { tenant, raise, send };
  }

  it('replays what was accepted, and accepts what the raised quota allows', async () => {
    const { tenant, raise, send } = await withQuota(1);
    const items = [tenant.email(), tenant.email({ to: ['two@example.test'] })];
    const first = await send(items, key('q1'));
    expect(first.body.Results[1].Error.Code).toBe('QuotaExceeded');
    expect((await send(items, key('q1'))).body.Results).toEqual(first.body.Results);
    await raise(5);
    const again = await send(items, key('q1'));
    expect(idsOf(again)).toEqual([idsOf(first)[0], expect.stringMatching(/^msg_/)]);
    expect(idsOf(await send(items, key('q1')))).toEqual(idsOf(again));
  });

  it('accepts what is suppressed no more', async () => {
    const session = await acme.session('admin');
    await session.post('/api/suppressions', { Address: 'back@example.test' });
    const items = [acme.email(), acme.email({ to: ['back@example.test'] })];
    const first = await batch(items, key('s1'));
    expect(first.body.Results[1].Error.Code).toBe('SuppressedAddress');
    await session.delete('/api/suppressions/back%40example.test');
    const again = await batch(items, key('s1'));
    expect(idsOf(again)).toEqual([idsOf(first)[0], expect.stringMatching(/^msg_/)]);
  });

  it('accepts it once, of many repetitions at the same moment', async () => {
    const { tenant, raise, send } = await withQuota(1);
    const items = [tenant.email(), tenant.email({ to: ['two@example.test'] })];
    await send(items, key('q2'));
    await raise(5);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(items, key('q2'))));
    expect(new Set(answers.map((answer) => idsOf(answer).join())).size).toBe(1);
    expect(await stack.sql('select from message where tenant_id = $1', [tenant.id])).toHaveLength(2);
  });

  it('names one message for two items of one key', async () => {
    const { tenant, raise, send } = await withQuota(1);
    const two = { ...tenant.email({ to: ['two@example.test'] }), IdempotencyKey: 'two' };
    const items = [tenant.email(), two, two];
    await send(items, key('q3'));
    await raise(5);
    const again = idsOf(await send(items, key('q3')));
    expect([again[1], again[2]]).toEqual([expect.stringMatching(/^msg_/), again[1]]);
  });
});

describe('the statements that a batch takes', () => {
  /** How many statements this process sends to Postgres for a batch, whatever its delivery does meanwhile. */
  async function statementsOf(items: readonly unknown[], headers: Record<string, string> = {}): Promise<number> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await batch(items, headers);
      return query.mock.calls.filter(([statement]) => isOfSending(statement)).length;
    } finally {
      query.mockRestore();
    }
  }

  /** Matches the statements that accept e-mails: no other statement uses these tables in these ways. */
  function isOfSending(statement: unknown): boolean {
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string })?.text ?? '');
    return /idempotency_key|usage_counter|insert into message_content|from template/.test(text);
  }

  it('are as many for 500 items as for 2', async () => {
    expect(await statementsOf(emails(500))).toBe(await statementsOf(emails(2)));
  });

  // The first template waits for a thread to start, long on a machine that does other work.
  it('are as many for items of twenty templates as for items of one', async () => {
    const member = await acme.session();
    const ids: string[] = [];
    // One after the other: the threads that read templates answer 429 to many calls on a busy machine.
    for (let n = 0; n < 20; n += 1) {
      const part = { Name: `Of a batch ${n}`, Channel: 'email', Subject: 'S', Text: 'T' };
      ids.push((await member.post('/api/templates', part)).body.Template.Id);
    }
    const fromTemplates = (count: number) =>
      emails(20, (n) => ({ Message: undefined, TemplateId: ids[n % count], TemplateData: {} }));
    const { body } = await batch(fromTemplates(20));
    expect(body.Results.every(({ MessageId }: { MessageId?: string }) => MessageId)).toBe(true);
    expect(await statementsOf(fromTemplates(20))).toBe(await statementsOf(fromTemplates(1)));
  });

  it('are as many for 500 items that are all repeated as for 2', async () => {
    const few = emails(2, (n) => ({ IdempotencyKey: `few-${n}` }));
    const many = emails(500, (n) => ({ IdempotencyKey: `many-${n}` }));
    const first = [await statementsOf(few), await statementsOf(many)];
    const again = [await statementsOf(few), await statementsOf(many)];
    expect(first[0]).toBe(first[1]);
    expect(again[0]).toBe(again[1]);
    expect(again[1]).toBeLessThanOrEqual(4);
  });
});
