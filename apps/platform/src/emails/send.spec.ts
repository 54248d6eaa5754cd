import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());

const send = async (body: unknown, headers: Record<string, string> = {}) =>
  (await acme.key('emails:send')).post('/v1/emails/send', body, headers);

const outboxRows = () =>
  stack
    .sql<{ count: string }>(`select count(*) from message where tenant_id = $1`, [acme.id])
    .then(([row]) => Number(row?.count));

describe('sending an e-mail', () => {
  it('is accepted with the id of its message', async () => {
    const { status, body, headers } = await send(acme.email());
    expect(status).toBe(202);
    expect(body).toEqual({
      MessageId: expect.stringMatching(/^msg_[0-9a-f]{16}$/),
      MessageIds: [body.MessageId],
      Status: 'queued',
      ReusedIdempotency: false,
      RequestId: headers['x-request-id'],
    });
  });

  it('creates one message for each recipient, Cc and Bcc included', async () => {
    const { body } = await send({
      ...acme.email(),
      Destination: {
        ToAddresses: ['to@example.test'],
        CcAddresses: ['Copy <cc@example.test>'],
        BccAddresses: ['bcc@example.test'],
      },
    });
    const rows = await stack.sql<{ recipient: string }>(
      `select recipient from message where id = any($1) order by id`,
      [body.MessageIds],
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(['to@example.test', 'cc@example.test', 'bcc@example.test']);
  });

  it('makes one message of an address that is named twice', async () => {
    const { body } = await send(acme.email({ to: ['one@example.test', 'One <ONE@example.test>'] }));
    expect(body.MessageIds).toHaveLength(1);
  });

  it('arrives with attachments of any media type, its parameters included', async () => {
    const Data = Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n').toString('base64');
    const ContentType = 'text/calendar; charset=utf-8; method=REQUEST';
    const { status, body } = await send({
      ...acme.email(),
      Attachments: [{ FileName: 'invite.ics', ContentType, Data }],
    });
    expect(status, JSON.stringify(body)).toBe(202);
    const { source } = await stack.mail.waitFor((mail) => mail.source.includes(`<${body.MessageId}@`));
    expect(source).toContain(`Content-Type: ${ContentType}\r\n`);
  });

  it.each([
    ['ContentType', 'calendar', 'must be a media type, such as'],
    ['ContentType', 'text/plain; x=\r\nBcc: a@b.test', 'must be a media type, such as'],
    ['Data', 'a b', 'must be base64'],
  ])('says in words what is wrong with the %s %j of an attachment', async (field, value, words) => {
    const attachment = { FileName: 'a.txt', ContentType: 'text/plain', Data: 'YQ==', [field]: value };
    const { status, body } = await send({ ...acme.email(), Attachments: [attachment] });
    expect([status, body.Error.Details[0].Field]).toEqual([400, `Attachments[0].${field}`]);
    expect(body.Error.Message).toContain(words);
  });

  it('arrives at the mail server with its subject, its text and a Message-ID of its message', async () => {
    const { body } = await send(acme.email({ subject: 'Olá, mundo', text: 'Body of the mail' }));
    const mail = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
    expect(mail.source).toContain(`Message-ID: <${body.MessageId}@${acme.slug}.test>`);
    expect(mail.source).toContain('Body of the mail');
    expect(mail.from).toBe(acme.source);
  });
});

describe('the Message-ID of a call', () => {
  it('is that of all its mails, and stands on each message and in the events', async () => {
    const tenant = await stack.createTenant();
    const member = await tenant.session('admin');
    await member.post('/api/webhooks', { Url: 'https://receiver.example.test/', Events: ['email.sent'] });
    const client = await tenant.key();
    const { body } = await client.post('/v1/emails/send', {
      ...tenant.email({ to: ['to@shared.test'] }),
      Source: `Ana <ana@${tenant.slug.toUpperCase()}.test>`,
      Destination: {
        ToAddresses: ['to@shared.test'],
        CcAddresses: ['cc@shared.test'],
        BccAddresses: ['bcc@shared.test'],
      },
    });
    const id = `<${body.MessageId}@${tenant.slug}.test>`;
    for (const message of body.MessageIds) {
      expect((await client.get(`/v1/emails/${message}`)).body.Message.InternetMessageId).toBe(id);
    }
    const arrived = await waitUntil(() => {
      const mails = stack.mail.messages.filter(({ to }) => to.some((address) => address.endsWith('@shared.test')));
      return mails.length === 3 ? mails : null;
    });
    expect(arrived.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1])).toEqual([id, id, id]);
    const events = await waitUntil(async () => {
      const rows = await stack.sql<{ payload: string }>('select payload from webhook_delivery where tenant_id = $1', [
        tenant.id,
      ]);
      return rows.length === 3 ? rows : null;
    });
    expect(events.map(({ payload }) => JSON.parse(payload).Data.InternetMessageId)).toEqual([id, id, id]);
    const listed = (await client.get('/v1/emails?limit=3')).body.Messages;
    expect(listed.map(({ InternetMessageId }: { InternetMessageId: string }) => InternetMessageId)).toEqual([
      id,
      id,
      id,
    ]);
  });

  it('is another for each item of a batch', async () => {
    const client = await acme.key();
    const { body } = await client.post('/v1/emails/batch', { Messages: [acme.email(), acme.email()] });
    for (const { MessageId } of body.Results) {
      const { InternetMessageId } = (await client.get(`/v1/emails/${MessageId}`)).body.Message;
      expect(InternetMessageId).toBe(`<${MessageId}@${acme.slug}.test>`);
    }
  });

  it('stays that of its message for one from before there were any', async () => {
    const client = await acme.key();
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await client.post('/v1/emails/send', {
      ...acme.email({ to: ['a@old.test', 'b@old.test'] }),
      SendAt,
    });
    await stack.sql('update message set internet_message_id = null where id = any($1)', [body.MessageIds]);
    await stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [body.MessageId]);
    for (const id of body.MessageIds) {
      const { source } = await stack.mail.waitFor((mail) => mail.source.includes(`<${id}@`), 15_000);
      expect(source).toContain(`Message-ID: <${id}@${acme.slug}.test>`);
    }
  });
});

describe('a field that is null', () => {
  it('counts as absent, at any depth, as typed clients write it', async () => {
    const email = acme.email();
    const Destination = { ...email.Destination, CcAddresses: null };
    const { status } = await send({ ...email, Destination, SendAt: null, Tags: null, ReplyToAddresses: null });
    expect(status).toBe(202);
  });

  it('is still required where it is', async () => {
    expect((await send({ ...acme.email(), Source: null })).status).toBe(400);
  });
});

describe('a long header', () => {
  it('is folded: the standard limits lines', async () => {
    const References = Array.from({ length: 40 }, (_, n) => `<${n}-0123456789abcdef@example.test>`).join(' ');
    const { body } = await send({ ...acme.email(), Headers: { References } });
    const { source } = await stack.mail.waitFor((mail) => mail.source.includes(body.MessageId));
    expect(source.replaceAll(/\r\n /g, ' ')).toContain(References);
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThan(999);
  });
});

describe('a call to several recipients, of whom one is suppressed', () => {
  const to = (name: string) => ['a', 'b'].map((one) => `${name}-${one}@example.test`);
  const suppress = async (address: string) =>
    (await acme.session())
      .post('/api/suppressions', { Address: address })
      .then(({ status }) => expect(status).toBe(201));

  it('goes to nobody, unless it says that it goes to the others', async () => {
    const [gone, there] = to('skip') as [string, string];
    await suppress(gone);
    const email = acme.email({ to: [gone, there] });
    expect((await send(email)).body.Error.Code).toBe('SuppressedAddress');
    const key = { 'idempotency-key': 'skip-1' };
    const { status, body } = await send({ ...email, SkipSuppressed: true }, key);
    expect([status, body.MessageIds.length, body.SkippedAddresses]).toEqual([202, 1, [gone]]);
    const again = await send({ ...email, SkipSuppressed: true }, key);
    expect(again.body).toMatchObject({ MessageIds: body.MessageIds, ReusedIdempotency: true });
    const mail = await stack.mail.waitFor((one) => one.source.includes(body.MessageId));
    expect(mail.to).toEqual([there]);
  });

  it('goes to nobody when nobody is left', async () => {
    const [gone] = to('none') as [string];
    await suppress(gone);
    const { body } = await send({ ...acme.email({ to: [gone] }), SkipSuppressed: true });
    expect(body.Error).toMatchObject({ Code: 'SuppressedAddress' });
  });

  it('is so in a batch, too', async () => {
    const [gone, there] = to('batch') as [string, string];
    await suppress(gone);
    const item = acme.email({ to: [gone, there] });
    const client = await acme.key('emails:send');
    const { body } = await client.post('/v1/emails/batch', { Messages: [item, { ...item, SkipSuppressed: true }] });
    expect(body.Results[0].Error.Code).toBe('SuppressedAddress');
    expect(body.Results[1]).toMatchObject({ MessageId: expect.stringMatching(/^msg_/) });
  });
});

describe('a header that no line can hold', () => {
  it('is refused, rather than written so that no program reads it', async () => {
    const Headers = { 'List-Unsubscribe': `<https://acme.test/${'x'.repeat(1_000)}>` };
    const { status, body } = await send({ ...acme.email(), Headers });
    expect([status, body.Error.Details[0].Field]).toEqual([400, 'Headers.List-Unsubscribe']);
    expect(body.Error.Message).toContain('a word of more than 900 characters');
  });
});

describe('a display name', () => {
  it.each([
    [`O'Brien & Sons, Inc.`, `"O'Brien & Sons, Inc."`],
    ['Team: Ana [Sales]', '"Team: Ana [Sales]"'],
    ['Ana (Sales)', '"Ana (Sales)"'],
  ])('is kept as people write it, in each field: %s', async (name, written) => {
    const email = acme.email();
    const source = `${name} <${acme.source}>`;
    const Destination = { ToAddresses: [`${name} <names@example.test>`], CcAddresses: [`${name} <cc@example.test>`] };
    const { status, body } = await send({ ...email, Source: source, Destination, ReplyToAddresses: [source] });
    expect(status, JSON.stringify(body)).toBe(202);
    const { source: mail } = await stack.mail.waitFor((one) => one.source.includes(body.MessageId));
    for (const field of ['From', 'To', 'Cc', 'Reply-To']) expect(`\r\n${mail}`).toContain(`\r\n${field}: ${written} <`);
  });

  it('that may be another mailbox is refused, and told to be put in quotes', async () => {
    const Source = `ceo@bank.test <${acme.source}>`;
    const { status, body } = await send({ ...acme.email(), Source });
    expect([status, body.Error.Details[0].Field]).toEqual([400, 'Source']);
    expect(body.Error.Message).toContain('in quotes');
    const to = { ToAddresses: ['a@b.test <x@example.test>'] };
    const other = await send({ ...acme.email(), Destination: to });
    expect(other.body.Error.Details[0].Message).toContain('in quotes');
  });
});

describe('the idempotency key of a send', () => {
  it('returns the first answer and enqueues nothing', async () => {
    const first = await send(acme.email(), { 'idempotency-key': 'order-1' });
    const before = await outboxRows();
    const again = await send(acme.email(), { 'idempotency-key': 'order-1' });
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
    expect(await outboxRows()).toBe(before);
  });

  it('ignores the order of the keys in the body', async () => {
    const { Source, Destination, Message } = acme.email();
    const first = await send({ Source, Destination, Message }, { 'idempotency-key': 'order-2' });
    const again = await send({ Message, Destination, Source }, { 'idempotency-key': 'order-2' });
    expect(again.body.MessageId).toBe(first.body.MessageId);
  });

  it('refuses another body with 409', async () => {
    await send(acme.email(), { 'idempotency-key': 'order-3' });
    const other = await send(acme.email({ subject: 'Another' }), { 'idempotency-key': 'order-3' });
    expect(other.status).toBe(409);
    expect(other.body.Error.Code).toBe('IdempotencyConflict');
  });

  it('may stand in the body, where the header has precedence', async () => {
    const first = await send(acme.email({ IdempotencyKey: 'in-body' }), { 'idempotency-key': 'in-header' });
    const again = await send(acme.email(), { 'idempotency-key': 'in-header' });
    const bodyOnly = await send(acme.email({ IdempotencyKey: 'in-body' }));
    expect(again.body.MessageId).toBe(first.body.MessageId);
    expect(bodyOnly.body.ReusedIdempotency).toBe(false);
  });

  it.each(['', 'a b', 'ç', 'x'.repeat(129)])('is refused with 422 when it is %j', async (key) => {
    const { status, body } = await send(acme.email({ IdempotencyKey: key }));
    expect(status).toBe(422);
    expect(body.Error.Details[0].Field).toBe('IdempotencyKey');
  });

  it('belongs to its tenant alone', async () => {
    const rival = await stack.createTenant();
    const mine = await send(acme.email(), { 'idempotency-key': 'shared' });
    const client = await rival.key('emails:send');
    const theirs = await client.post('/v1/emails/send', rival.email(), { 'idempotency-key': 'shared' });
    expect(theirs.status).toBe(202);
    expect(theirs.body.MessageId).not.toBe(mine.body.MessageId);
  });

  it('creates one message for twenty identical requests at the same instant', async () => {
    const client = await acme.key('emails:send');
    const calls = Array.from({ length: 20 }, () =>
      client.post('/v1/emails/send', acme.email(), { 'idempotency-key': 'same-instant' }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ body }) => body.MessageId)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.ReusedIdempotency)).toHaveLength(1);
  });

  it('does not remember an attempt that was refused', async () => {
    const refused = await send(
      { ...acme.email(), Source: 'a@unverified-domain.com' },
      { 'idempotency-key': 'second-try' },
    );
    expect(refused.status).toBe(422);
    const accepted = await send(acme.email(), { 'idempotency-key': 'second-try' });
    expect(accepted.body).toMatchObject({ ReusedIdempotency: false, Status: 'queued' });
  });

  it('may be used again after a day', async () => {
    const first = await send(acme.email(), { 'idempotency-key': 'yesterday' });
    await stack.sql(`update idempotency_key set expires_at = now() - interval '1 second' where key = 'yesterday'`);
    const next = await send(acme.email(), { 'idempotency-key': 'yesterday' });
    expect(next.body.ReusedIdempotency).toBe(false);
    expect(next.body.MessageId).not.toBe(first.body.MessageId);
  });
});

describe('the sender of an e-mail', () => {
  it('must be on a verified domain', async () => {
    const { status, body } = await send({ ...acme.email(), Source: 'Me <me@not-mine.com>' });
    expect(status).toBe(422);
    expect(body.Error).toMatchObject({ Type: 'Sender', Code: 'DomainNotVerified' });
    expect(body.Error.Message).toContain('not-mine.com');
  });

  it('may be on a reserved test domain with a test key', async () => {
    const { status } = await send({ ...acme.email(), Source: 'me@anything.example' });
    expect(status).toBe(202);
  });

  it('may not be on a reserved test domain with a live key', async () => {
    const { client } = await acme.createKey(['emails:send'], 'live');
    const { body } = await client.post('/v1/emails/send', { ...acme.email(), Source: 'me@anything.example' });
    expect(body.Error.Code).toBe('DomainNotVerified');
  });

  it("may not be on another tenant's verified domain", async () => {
    const rival = await stack.createTenant();
    await rival.verifyDomain('rival-domain.com');
    const { body } = await send({ ...acme.email(), Source: 'me@rival-domain.com' });
    expect(body.Error.Code).toBe('DomainNotVerified');
  });
});

describe('who may send', () => {
  it('is rejected without a key', async () => {
    const { status, body } = await stack.anonymous.post('/v1/emails/send', acme.email());
    expect(status).toBe(401);
    expect(body.Error.Code).toBe('AuthorizationError');
  });

  it('is no key without the scope, which the refusal names', async () => {
    const { status, body } = await (await acme.key('emails:read')).post('/v1/emails/send', acme.email());
    expect(status).toBe(403);
    expect(body.Error.Message).toContain('emails:send');
  });

  it('is no key of a suspended tenant', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.key('emails:send');
    await tenant.setStatus('suspended');
    const { status, body } = await client.post('/v1/emails/send', tenant.email());
    expect([status, body.Error.Code]).toEqual([403, 'TenantSuspended']);
  });

  it('is decided before the body is looked at', async () => {
    const { status } = await stack.anonymous.send('POST', '/v1/emails/send', '{"broken');
    expect(status).toBe(401);
  });

  it('is never a key after its revocation has answered', async () => {
    const { client, revoke } = await acme.createKey(['emails:send']);
    expect((await client.post('/v1/emails/send', acme.email())).status).toBe(202);
    await revoke();
    expect((await client.post('/v1/emails/send', acme.email())).status).toBe(401);
  });
});

describe('usage', () => {
  it('counts each recipient and each accepted call, and no repetition or refusal', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.key();
    const email = tenant.email({ to: ['a@example.test', 'b@example.test'] });
    await client.post('/v1/emails/send', email, { 'idempotency-key': 'once' });
    await client.post('/v1/emails/send', email, { 'idempotency-key': 'once' });
    await client.post('/v1/emails/send', { ...email, Source: 'x@elsewhere.com' });
    const { body } = await client.get('/v1/account/usage');
    expect(body.Usage).toMatchObject({ EmailsSent: 2, ApiCalls: 1, SmsSent: 0, PushSent: 0 });
  });

  it('is zero with UpdatedAt null for a tenant that has sent nothing', async () => {
    const client = await (await stack.createTenant()).key('account:read');
    const { body } = await client.get('/v1/account/usage');
    expect(body.Usage).toEqual({
      Period: new Date().toISOString().slice(0, 7),
      EmailsSent: 0,
      SmsSent: 0,
      SmsSegments: 0,
      PushSent: 0,
      ApiCalls: 0,
      UpdatedAt: null,
      DailyLimit: null,
      DailySent: null,
      DailyResetsAt: null,
    });
  });

  it('adds up exactly when many calls come at once', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.key();
    await Promise.all(Array.from({ length: 100 }, () => client.post('/v1/emails/send', tenant.email())));
    const { body } = await client.get('/v1/account/usage');
    expect(body.Usage).toMatchObject({ EmailsSent: 100, ApiCalls: 100 });
  });
});

describe('delivery', () => {
  it('shows as queued, then sent, in the timeline', async () => {
    const client = await acme.key();
    const { body } = await client.post('/v1/emails/send', acme.email());
    const detail = await messageWithStatus(client, `/v1/emails/${body.MessageId}`, 'sent');
    expect(detail.Events.map((event: { Type: string }) => event.Type)).toEqual(['queued', 'sent']);
    expect(detail.Message.SentAt).toBe(detail.Events[1].OccurredAt);
  });

  it('records a permanent refusal as failed, with the reason', async () => {
    stack.mail.refuse('strict@example.test', { code: 550, message: '5.7.1 rejected by policy' });
    const client = await acme.key();
    const { body } = await client.post('/v1/emails/send', acme.email({ to: ['strict@example.test'] }));
    const detail = await messageWithStatus(client, `/v1/emails/${body.MessageId}`, 'failed');
    expect(detail.Message.Error).toContain('rejected by policy');
    expect(detail.Events.at(-1)).toMatchObject({ Type: 'failed', Detail: { SmtpCode: 550 } });
    expect((await client.post('/v1/emails/send', acme.email({ to: ['strict@example.test'] }))).status).toBe(202);
  });

  it('bounces where the server knows no such address, and suppresses it', async () => {
    stack.mail.refuse('gone@example.test', { code: 550, message: '5.1.1 no such user' });
    const client = await acme.key();
    const { body } = await client.post('/v1/emails/send', acme.email({ to: ['Gone@example.test'] }));
    const { Message, Events } = await messageWithStatus(client, `/v1/emails/${body.MessageId}`, 'bounced');
    expect(Message).toMatchObject({ SentAt: null, Error: expect.stringContaining('no such user') });
    expect(Events.map(({ Type }: { Type: string }) => Type)).toEqual(['queued', 'bounced']);
    expect(Events.at(-1).Detail).toMatchObject({ Type: 'hard', Status: '5.1.1', SmtpCode: 550 });
    const again = await client.post('/v1/emails/send', acme.email({ to: ['gone@example.test'] }));
    expect(again.body.Error).toMatchObject({ Code: 'SuppressedAddress' });
    const { body: list } = await (await acme.session()).get('/api/suppressions?q=gone');
    expect(list.Suppressions).toEqual([
      expect.objectContaining({ Address: 'gone@example.test', Reason: 'bounce', MessageId: body.MessageId }),
    ]);
  });

  it('tries again after a temporary refusal, with the same Message-ID', async () => {
    stack.mail.refuse('busy@example.test', { code: 451, message: 'try later', times: 1 });
    const client = await acme.key();
    const { body } = await client.post('/v1/emails/send', acme.email({ to: ['busy@example.test'] }));
    const detail = await messageWithStatus(client, `/v1/emails/${body.MessageId}`, 'processing');
    expect(detail.Events.map((event: { Type: string }) => event.Type)).toEqual(['queued', 'deferred']);
    await stack.sql(`update outbox set available_at = now() where kind = 'email.deliver'`);
    const mail = await stack.mail.waitFor(({ to }) => to.includes('busy@example.test'));
    expect(mail.source).toContain(`<${body.MessageId}@`);
  });

  it('waits while the tenant is suspended, and is sent when it is active again', async () => {
    const tenant = await stack.createTenant();
    stack.mail.refuse('patient@example.test', { code: 451, times: 1 });
    await (await tenant.key()).post('/v1/emails/send', tenant.email({ to: ['patient@example.test'] }));
    const reasonIs = (reason: string) => async () => (await jobOf(tenant))?.last_error === reason;
    await waitUntil(reasonIs('Refused for now'));
    await tenant.setStatus('suspended');
    await makeDue(tenant);
    await waitUntil(reasonIs('The account is suspended'));
    await tenant.setStatus('active');
    await makeDue(tenant);
    const mail = await stack.mail.waitFor(({ to }) => to.includes('patient@example.test'));
    expect(mail.source).toContain(tenant.source);
  });
});

const makeDue = (tenant: TestTenant) =>
  stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [tenant.id]);

async function jobOf(tenant: TestTenant): Promise<{ last_error: string } | undefined> {
  const [row] = await stack.sql<{ last_error: string }>(`select last_error from outbox where tenant_id = $1`, [
    tenant.id,
  ]);
  return row;
}
