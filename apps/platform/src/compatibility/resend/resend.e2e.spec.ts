import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Resend, type CreateEmailOptions } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { tenantWithoutCalls, tenantWithoutQuota } from '../../../../../test/support/limited-tenants.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

/** The vendor's own package, with another address and a key of ours. */
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: '127.0.0.1/32' } }));
const acme = usePrepared(() => stack.createTenant());

const clientOf = (secret: string) => new Resend(secret, { baseUrl: stack.url });
let resend: Resend;
const files = useStack(async () => {
  const server = createServer((request, response) => {
    if (request.url === '/missing.pdf') response.writeHead(404).end();
    else response.end('the file');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
});

beforeAll(async () => {
  resend = clientOf((await acme.createKey()).secret);
});

const email = (changes: Partial<CreateEmailOptions> = {}) =>
  ({
    from: `Acme <${acme.source}>`,
    to: 'ana@example.test',
    subject: 'Hello',
    text: 'Hello, Ana.',
    ...changes,
  }) as CreateEmailOptions;

/** The id of an answer without an error. */
function idOf(answer: { data: { id: string } | null; error: unknown }): string {
  expect(answer.error).toBeNull();
  return (answer.data as { id: string }).id;
}

const mailOf = (id: string) => stack.mail.waitFor(({ source }) => source.includes(id));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('emails.send', () => {
  it('sends an e-mail with all that clients know', async () => {
    const sent = await resend.emails.send(
      email({
        to: ['Ana <ana@example.test>', 'rui@example.test'],
        cc: 'cara@example.test',
        bcc: ['dan@example.test'],
        replyTo: 'help@example.test',
        html: '<p>Hello, <b>Ana</b>.</p>',
        headers: { 'X-Entity-Ref-ID': '4711' },
        tags: [{ name: 'category', value: 'welcome' }],
        attachments: [
          { filename: 'hello.txt', content: Buffer.from('attached') },
          { filename: 'logo.png', content: 'iVBORw0KGgo=', contentId: 'logo' },
        ],
      }),
    );
    const id = idOf(sent);
    const mail = await mailOf(id);
    for (const part of [
      `From: Acme <${acme.source}>`,
      'Reply-To: help@example.test',
      'X-Entity-Ref-ID: 4711',
      'filename=hello.txt',
      'Content-ID: <logo>',
      'Content-Type: image/png',
    ])
      expect(mail.source).toContain(part);
    expect(mail.source).not.toContain('dan@example.test');

    const data = await waitUntil(async () => {
      const { data: read } = await resend.emails.get(id);
      return read?.last_event === 'sent' ? read : undefined;
    });
    expect(data).toMatchObject({
      object: 'email',
      id,
      to: ['Ana <ana@example.test>', 'rui@example.test'],
      cc: ['cara@example.test'],
      bcc: ['dan@example.test'],
      reply_to: ['help@example.test'],
      from: `Acme <${acme.source}>`,
      subject: 'Hello',
      text: 'Hello, Ana.',
      html: '<p>Hello, <b>Ana</b>.</p>',
      last_event: 'sent',
      scheduled_at: null,
      tags: [{ name: 'category', value: 'welcome' }],
    });
    expect(mail.source).toContain(`Message-ID: ${data.message_id}`);
  });

  it('reads attachments from their address, and none of the inner network', async () => {
    const { port } = files.address() as AddressInfo;
    const from = (path: string) => email({ attachments: [{ path }] });
    const id = idOf(await resend.emails.send(from(`http://127.0.0.1:${port}/a/bill%20May.pdf?x=1`)));
    const { source } = await mailOf(id);
    expect(source).toContain('Content-Type: application/pdf');
    expect(source).toContain('filename="bill May.pdf"');
    expect(source).toContain(Buffer.from('the file').toString('base64'));
    for (const path of [
      `http://127.0.0.1:${port}/missing.pdf`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ]) {
      const { error } = await resend.emails.send(from(path));
      expect(error, path).toMatchObject({ name: 'validation_error', statusCode: 422 });
    }
  });

  it('fills in a template by its id or alias', async () => {
    const created = await (
      await acme.session()
    ).post('/api/templates', {
      Name: 'Receipt',
      Alias: 'order-receipt',
      Channel: 'email',
      Subject: 'Order {{ order }}',
      Text: 'To {{ name }}.',
    });
    const template = { id: created.body.Template.Id as string, variables: { order: 4711, name: 'Ana' } };
    const message = { from: acme.source, to: 'ana@example.test', template };
    const { source } = await mailOf(idOf(await resend.emails.send(message)));
    expect(source).toContain('Subject: Order 4711');
    const byAlias = await resend.emails.send({ ...message, template: { ...template, id: 'order-receipt' } });
    expect((await mailOf(idOf(byAlias))).source).toContain('Subject: Order 4711');
    const { error } = await resend.emails.send({ ...message, template: { ...template, variables: { order: 1 } } });
    expect(error).toMatchObject({
      name: 'missing_required_field',
      message: expect.stringContaining('template.variables.name'),
    });
  });

  it('repeats a call with its key, of 256 characters with slashes and about a time from now', async () => {
    const idempotencyKey = 'welcome/usr/4711/'.padEnd(256, 'é/');
    const message = email({ scheduledAt: 'in 1 hour' });
    const first = idOf(await resend.emails.send(message, { idempotencyKey }));
    expect(idOf(await resend.emails.send(message, { idempotencyKey }))).toBe(first);
    const other = await resend.emails.send({ ...message, subject: 'Other' }, { idempotencyKey });
    expect(other.error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' });
    const long = await resend.emails.send(message, { idempotencyKey: 'x'.repeat(257) });
    expect(long.error).toMatchObject({ statusCode: 400, name: 'invalid_idempotency_key' });
  });
});

describe('an e-mail for later', () => {
  it.each(['in 1 hour', inHours(1).toISOString()])(
    'is sent at %s, can be moved and is cancelled as a whole',
    async (time) => {
      const id = idOf(
        await resend.emails.send(email({ to: ['ana@example.test', 'rui@example.test'], scheduledAt: time })),
      );
      const read = async () => (await resend.emails.get(id)).data;
      const scheduled = await read();
      expect(scheduled?.last_event).toBe('scheduled');
      expect(Math.abs(Date.parse(scheduled?.scheduled_at ?? '') - inHours(1).getTime())).toBeLessThan(120_000);

      const later = inHours(3).toISOString();
      expect((await resend.emails.update({ id, scheduledAt: later })).data).toEqual({ object: 'email', id });
      expect((await read())?.scheduled_at).toBe(later);
      const jobs = await stack.sql<{ available_at: string }>(
        `select available_at from outbox where payload->'messageIds' ? $1`,
        [id],
      );
      expect(jobs.map((job) => new Date(job.available_at).toISOString())).toEqual([later]);

      expect((await resend.emails.cancel(id)).data).toEqual({ object: 'email', id });
      expect((await read())?.last_event).toBe('canceled');
      const messages = await stack.sql<{ status: string }>('select status from message where content_id = $1', [id]);
      expect(messages.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
      expect((await resend.emails.update({ id, scheduledAt: later })).error).toMatchObject({ statusCode: 409 });
    },
  );

  it('is sent when it was moved to a time that comes', async () => {
    const id = idOf(await resend.emails.send(email({ scheduledAt: 'in 2 days' })));
    await resend.emails.update({ id, scheduledAt: new Date(Date.now() + 1_500).toISOString() });
    expect((await mailOf(id)).source).toContain('Hello, Ana.');
  });

  it('is refused at a time that is none, past or too far', async () => {
    for (const scheduledAt of ['soon', 'in 5 moons', '2020-01-01T00:00:00Z', 'in 5 weeks', 'in 1 constructor']) {
      const { error } = await resend.emails.send(email({ scheduledAt }));
      expect(error, scheduledAt).toMatchObject({ name: 'validation_error', statusCode: 422 });
      expect(error?.message).toContain('scheduled_at');
    }
  });
});

describe('batch.send', () => {
  const wrong = () => email({ to: 'nobody' });

  it('sends all, in order', async () => {
    const { data, error } = await resend.batch.send([email({ subject: 'One' }), email({ subject: 'Two' })]);
    expect(error).toBeNull();
    const [one, two] = data!.data;
    expect((await mailOf(one!.id)).source).toContain('Subject: One');
    expect((await mailOf(two!.id)).source).toContain('Subject: Two');
  });

  it('sends nothing if one is invalid, unless it may', async () => {
    const count = async () =>
      (await stack.sql<{ count: string }>('select count(*) from message where tenant_id = $1', [acme.id]))[0]?.count;
    const before = await count();
    const invalid = { ...email(), from: undefined } as unknown as CreateEmailOptions;
    const strict = await resend.batch.send([email(), invalid]);
    expect(strict.error).toMatchObject({ statusCode: 422, name: 'missing_required_field' });
    expect(strict.error?.message).toContain('from');
    expect(await count()).toBe(before);
    const { data } = await resend.batch.send([wrong(), email(), invalid], { batchValidation: 'permissive' });
    expect(data?.data).toHaveLength(1);
    expect(data?.errors).toEqual([
      { index: 0, message: expect.stringContaining('to[0] must be an e-mail address') },
      { index: 2, message: expect.stringContaining('from') },
    ]);
  });

  it('repeats a batch with its key', async () => {
    const messages = [email(), email({ subject: 'Two' })];
    const first = await resend.batch.send(messages, { idempotencyKey: 'batch/1' });
    expect((await resend.batch.send(messages, { idempotencyKey: 'batch/1' })).data).toEqual(first.data);
  });
});

describe('domains', () => {
  it('are added, listed, read and removed', async () => {
    const name = `mail.${acme.slug}.example.com`;
    const { data: added } = await resend.domains.create({ name });
    expect(added).toMatchObject({ name, status: 'not_started' });
    expect(added?.records.map((one) => one.record as string)).toEqual(expect.arrayContaining(['Ownership', 'DKIM']));
    const id = added!.id;
    const list = await resend.domains.list();
    expect(list.data?.data.map((one) => one.name)).toContain(name);
    expect((await resend.domains.get(id)).data).toMatchObject({ id, name });
    expect((await resend.domains.create({ name })).error).toMatchObject({ statusCode: 409 });
    expect((await resend.domains.remove(id)).data).toEqual({ object: 'domain', id, deleted: true });
    expect((await resend.domains.get(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
    const log = await stack.sql<{ action: string }>('select action from audit_entry where tenant_id = $1', [acme.id]);
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['domain.added', 'domain.removed']));
  });
});

describe('errors', () => {
  it('have the form that the client knows', async () => {
    const readOnly = clientOf((await acme.createKey(['emails:read'])).secret);
    const unverified = email({ from: 'x@elsewhere.example.com' });
    const cases = [
      [await clientOf('re_unknown').emails.send(email()), 403, 'invalid_api_key'],
      [await readOnly.emails.send(email()), 401, 'restricted_api_key'],
      [await resend.emails.send(email({ to: 'nobody' })), 422, 'validation_error'],
      [await resend.emails.send(email({ headers: { To: 'x@example.test' } })), 422, 'validation_error'],
      [await resend.emails.send(unverified), 403, 'validation_error'],
      [await resend.emails.get('msg_0000000000000000'), 404, 'not_found'],
      [await resend.contactProperties.list(), 404, 'not_found'],
      [await resend.emails.send(email({ text: 'x'.repeat(2_200_000) })), 413, 'validation_error'],
    ] as const;
    for (const [answer, statusCode, name] of cases) expect(answer.error).toMatchObject({ statusCode, name });
  });

  it('are those of the dialect without a credential, a route and a known method, too', async () => {
    const { anonymous } = stack;
    const answers = [
      [await anonymous.post('/emails', email()), 401, 'missing_api_key'],
      [await anonymous.put('/emails', {}), 405, 'method_not_allowed'],
      [await anonymous.get('/emails/a/b/c'), 404, 'not_found'],
      [
        await anonymous.send('POST', '/emails', 'no json', { authorization: `Bearer ${'x'.repeat(10)}` }),
        403,
        'invalid_api_key',
      ],
    ] as const;
    for (const [{ status, body }, statusCode, name] of answers) {
      expect(status).toBe(statusCode);
      expect(body).toEqual({ statusCode, name, message: expect.any(String) });
    }
    const { body } = await anonymous.get('/v1/emails');
    expect(body.Error.Code).toBe('AuthorizationError');
  });

  it('hide the e-mails and domains of another tenant', async () => {
    const id = idOf(await resend.emails.send(email({ scheduledAt: 'in 1 hour' })));
    const domain = (await resend.domains.create({ name: `own.${acme.slug}.example.com` })).data!.id;
    const rival = clientOf((await (await stack.createTenant()).createKey()).secret);
    const answers = [
      await rival.emails.get(id),
      await rival.emails.cancel(id),
      await rival.emails.update({ id, scheduledAt: 'in 2 hours' }),
      await rival.domains.get(domain),
      await rival.domains.verify(domain),
      await rival.domains.remove(domain),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect((await resend.emails.get(id)).data?.last_event).toBe('scheduled');
  });

  it('tell of the limits of the plan', async () => {
    const answerTo = async (tenant: TestTenant) =>
      clientOf((await tenant.createKey()).secret).emails.send(email({ from: tenant.source }));
    const over = await answerTo(await tenantWithoutQuota(stack));
    expect(over.error).toMatchObject({ statusCode: 429, name: 'monthly_quota_exceeded' });
    const throttled = await answerTo(await tenantWithoutCalls(stack));
    expect(throttled.error).toMatchObject({ statusCode: 429, name: 'rate_limit_exceeded' });
    expect(Number(throttled.headers?.['retry-after'])).toBeGreaterThan(0);
  });

  it('count towards the wrong credentials of an address, whatever their status', async () => {
    const strict = await platformStack({ environment: { FAILED_CALLS_PER_MINUTE: '3' } });
    try {
      const unknown = new Resend('re_unknown', { baseUrl: strict.url });
      const error = await waitUntil(async () => {
        const answer = await unknown.emails.get('x');
        return answer.error?.statusCode === 429 && answer.error;
      });
      expect(error).toMatchObject({ name: 'rate_limit_exceeded' });
    } finally {
      await strict.close();
    }
  });
});
