import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { messageWithStatus } from '../../../../../test/support/message-status.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/blacklist';

const stack = useStack(() => platformStack({ environment: { TRUST_PROXY: 'loopback' } }));
let operator: HttpClient;
let operatorId: string;
let acme: TestTenant;
let client: HttpClient;

beforeAll(async () => {
  ({ client: operator, userId: operatorId } = await stack.createOperator());
  acme = await stack.createTenant();
  client = await acme.key();
});
async function block(Kind: string, Value: string): Promise<string> {
  const { status, body } = await operator.post(ROUTE, { Kind, Value });
  expect([200, 201]).toContain(status);
  return body.Entry.Id;
}

const lift = (id: string) => operator.delete(`${ROUTE}/${id}`);
const send = (body: object, headers: Record<string, string> = {}) => client.post('/v1/emails/send', body, headers);

describe('the blocklist', () => {
  it('normalizes values and stores each once', async () => {
    const first = await operator.post(ROUTE, { Kind: 'domain', Value: 'BÜCHER.test.', Reason: 'Phishing' });
    expect(first.status).toBe(201);
    expect(first.body.Entry).toEqual({
      Id: expect.any(String),
      Kind: 'domain',
      Value: 'xn--bcher-kva.test',
      Reason: 'Phishing',
      CreatedBy: operatorId,
      CreatedAt: expect.stringMatching(/Z$/),
    });
    expect(first.headers['location']).toBe(`${ROUTE}/${first.body.Entry.Id}`);
    const again = await operator.post(ROUTE, { Kind: 'domain', Value: 'xn--bcher-kva.test', Reason: 'Other' });
    expect([again.status, again.body.Entry]).toEqual([200, first.body.Entry]);
    expect((await operator.get(`${ROUTE}/${first.body.Entry.Id}`)).body.Entry).toEqual(first.body.Entry);
    expect((await lift(first.body.Entry.Id)).status).toBe(204);
    expect((await lift(first.body.Entry.Id)).status).toBe(404);
  });

  it('stores one entry for concurrent equal requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => operator.post(ROUTE, { Kind: 'ip', Value: '::FFFF:198.51.100.7' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.Entry.Id)).size).toBe(1);
    expect(answers[0]?.body.Entry.Value).toBe('198.51.100.7');
    const lifts = await Promise.all(answers.map(({ body }) => lift(body.Entry.Id)));
    expect(lifts.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(404)]);
  });

  it.each([
    ['email', 'Ana <ana@example.test>'],
    ['domain', 'com'],
    ['ip', '10.0.0.0/8'],
    ['cidr', '10.0.0.0'],
    ['cidr', '0.0.0.0/0'],
  ])('rejects a value that is no %s (%s)', async (Kind, Value) => {
    const { status, body } = await operator.post(ROUTE, { Kind, Value });
    expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'Value']);
  });

  it('is listed newest first, in pages, by kind and by a part of the value', async () => {
    const ids = [];
    for (const n of [1, 2, 3]) ids.push(await block('email', `page${n}@list.example`));
    const first = (await operator.get(`${ROUTE}?q=list.example&limit=2`)).body;
    expect(first.Entries.map((one: { Value: string }) => one.Value)).toEqual([
      'page3@list.example',
      'page2@list.example',
    ]);
    expect(first.HasMore).toBe(true);
    const second = (await operator.get(`${ROUTE}?q=LIST.example&limit=2&cursor=${first.NextCursor}`)).body;
    expect(second.Entries.map((one: { Value: string }) => one.Value)).toEqual(['page1@list.example']);
    expect([second.HasMore, second.NextCursor]).toEqual([false, 0]);
    expect((await operator.get(`${ROUTE}?kind=ip&q=list.example`)).body.Entries).toEqual([]);
    expect((await operator.get(`${ROUTE}?q=%25`)).body.Entries).toEqual([]);
    await Promise.all(ids.map(lift));
  });

  it('is for operators only', async () => {
    const member = await acme.session('owner');
    const id = await block('email', 'operators@only.example');
    const calls = [
      member.get(ROUTE),
      member.post(ROUTE, { Kind: 'email', Value: 'x@example.test' }),
      member.get(`${ROUTE}/${id}`),
      member.delete(`${ROUTE}/${id}`),
      member.delete(`${ROUTE}/${randomUUID()}`),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
    }
    expect((await client.get(ROUTE)).status).toBe(401);
    await lift(id);
  });
});

describe('mail', () => {
  it.each(['email', 'domain'] as const)(
    'from a sender who is blocked by %s is refused at once, and not after it is lifted',
    async (kind) => {
      const id = await block(kind, kind === 'email' ? acme.source : `${acme.slug}.test`);
      const refused = await send(acme.email());
      expect([refused.status, refused.body.Error.Code]).toEqual([403, 'PermissionDenied']);
      expect(refused.body.Error.Details[0].Field).toBe('Source');
      const session = await acme.session();
      expect((await session.post('/api/messages/send', { Channel: 'email', ...acme.email() })).status).toBe(403);
      await lift(id);
      expect((await send(acme.email())).status).toBe(202);
    },
  );

  it.each([
    ['ip', '198.51.100.7', '198.51.100.7', '198.51.100.8'],
    ['cidr', '2001:db8:7::/48', '2001:db8:7:1::1', '2001:db8:8::1'],
  ])(
    'is not sent for a call from a blocked %s (%s), nor is any other message',
    async (kind, value, inside, outside) => {
      const id = await block(kind, value);
      const session = await acme.session();
      const push = { Topic: 'news', Notification: { Title: 'x', Body: 'x' } };
      const calls = (ip: string) => {
        const from = { 'x-forwarded-for': ip };
        return Promise.all([
          send(acme.email(), from),
          client.post('/v1/emails/batch', { Messages: [acme.email()] }, from),
          client.post('/v1/sms/send', { To: ['+5511999999999'], Body: 'x' }, from),
          client.post('/v1/push/send', push, from),
          session.post('/api/messages/send', { Channel: 'email', ...acme.email() }, from),
        ]);
      };
      for (const { status, body } of await calls(inside)) {
        expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
      }
      expect((await client.get('/v1/emails', { 'x-forwarded-for': inside })).status).toBe(200);
      expect((await calls(outside)).map(({ status }) => status)).toEqual(Array(5).fill(202));
      await lift(id);
      expect((await calls(inside)).map(({ status }) => status)).toEqual(Array(5).fill(202));
    },
  );

  it('to a blocked recipient is rejected like one to a suppressed recipient, on every route', async () => {
    const ids = [await block('email', 'no@blocked.example'), await block('domain', 'never.example')];
    const Destination = {
      ToAddresses: ['yes@example.test', 'NO@blocked.example'],
      BccAddresses: ['x@mail.never.example'],
    };
    const email = { ...acme.email(), Destination };
    const { status, body } = await send(email);
    expect([status, body.Error.Code]).toEqual([422, 'SuppressedAddress']);
    expect(body.Error.Details).toEqual([
      { Field: 'Destination.ToAddresses[1]', Message: 'NO@blocked.example is blocked on this platform' },
      { Field: 'Destination.BccAddresses', Message: 'x@mail.never.example is blocked on this platform' },
    ]);
    const batch = await client.post('/v1/emails/batch', { Messages: [acme.email(), email, acme.email()] });
    expect(batch.body.Results.map((one: { Error?: { Code: string } }) => one.Error?.Code)).toEqual([
      undefined,
      'SuppressedAddress',
      undefined,
    ]);
    const session = await acme.session();
    expect((await session.post('/api/messages/send', { Channel: 'email', ...email })).status).toBe(422);
    await Promise.all(ids.map(lift));
  });

  it('that replays a request accepted before the block is answered as before', async () => {
    const email = acme.email({ to: ['later@blocked.example'] });
    const first = await send(email, { 'idempotency-key': 'before' });
    const item = { ...email, IdempotencyKey: 'item-before' };
    const batched = await client.post('/v1/emails/batch', { Messages: [item] });
    const id = await block('email', 'later@blocked.example');
    const again = await send(email, { 'idempotency-key': 'before' });
    expect(again.body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
    const other = await send(
      { ...email, Message: { Subject: { Data: 'Other' }, Body: { Text: { Data: 'x' } } } },
      { 'idempotency-key': 'before' },
    );
    expect(other.status).toBe(409);
    expect((await send(email, { 'idempotency-key': 'after' })).status).toBe(422);
    const repeated = await client.post('/v1/emails/batch', { Messages: [item] });
    expect(repeated.body.Results[0].MessageId).toBe(batched.body.Results[0].MessageId);
    await lift(id);
  });

  it('that is scheduled is not sent if its recipient is blocked meanwhile', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await send(acme.email({ to: ['scheduled@blocked.example'], SendAt }));
    const id = await block('domain', 'blocked.example');
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    const { Events } = await messageWithStatus(client, `/v1/emails/${body.MessageId}`, 'failed');
    expect(Events.at(-1)).toMatchObject({ Type: 'failed', Detail: { Blocked: true } });
    expect(stack.mail.messages.filter(({ to }) => to.includes('scheduled@blocked.example'))).toEqual([]);
    await lift(id);
  });

  it('is rejected within a second by a process that did not make the change', async () => {
    await stack.sql(`insert into block_entry (id, position, kind, value, reason, created_by)
                     values (gen_random_uuid(), 1, 'email', 'elsewhere@blocked.example', '', 'usr_0')`);
    await stack.sql(`update admission_version set number = number + 1`);
    const email = acme.email({ to: ['elsewhere@blocked.example'] });
    const refusal = await waitUntil(
      async () => {
        const answer = await send(email);
        return answer.status === 422 ? answer : undefined;
      },
      { timeoutMs: 1_000 },
    );
    expect(refusal.body.Error.Type).toBe('Sender');
  });
});
