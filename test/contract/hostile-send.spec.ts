import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../support/http-client.js';
import { platformStack } from '../support/platform-stack.js';
import { INJECTIONS } from './hostile-bodies.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let client: HttpClient;
let secret: string;

beforeAll(async () => {
  ({ client, secret } = await acme.createKey());
});
const send = (body: unknown) => client.post('/v1/emails/send', body);
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.test`);

function expectRefused({ status, body, text: said }: Answer, statuses: number[], field?: string): void {
  expect(statuses, said).toContain(status);
  expect(body.Error, said).toMatchObject({ Type: 'Sender', Code: expect.any(String), Message: expect.any(String) });
  if (field) expect(JSON.stringify(body.Error.Details), said).toContain(field);
}

describe('recipients without end', () => {
  it.each([
    ['ToAddresses', 10_000],
    ['CcAddresses', 10_000],
    ['BccAddresses', 10_000],
    ['ToAddresses', 51],
    ['BccAddresses', 50],
  ])('in %s, %d of them, are refused and named', async (field, count) => {
    const Destination = { ToAddresses: ['one@example.test'], [field]: addresses(count) };
    expectRefused(await send({ ...acme.email(), Destination }), [400], 'Destination');
  });

  it('are rejected as one address of any length, too', async () => {
    const to = [`${addresses(10_000).join(', ')}`];
    expectRefused(await send(acme.email({ to })), [400], 'Destination.ToAddresses');
    const short = addresses(30).join(', ');
    expectRefused(await send(acme.email({ to: [short] })), [400, 422], 'Destination.ToAddresses');
  });

  it('are rejected with a detail of bounded size for each wrong one', async () => {
    const answer = await send(acme.email({ to: Array.from({ length: 50 }, () => 'x'.repeat(999)) }));
    expectRefused(answer, [422], 'Destination.ToAddresses[49]');
    expect(answer.text.length).toBeLessThan(20_000);
  });
});

describe('a text that breaks out of its header', () => {
  type Place = [string, (evil: string) => object];
  const message = (changes: object) => ({ ...acme.email().Message, ...changes });
  const attachment = (changes: object) => ({
    Attachments: [{ FileName: 'a.txt', ContentType: 'text/plain', Data: 'YQ==', ...changes }],
  });

  const PLACES: Place[] = [
    ['Source', (evil) => ({ Source: `hello@${acme.slug}.test${evil}` })],
    ['Source, in the name', (evil) => ({ Source: `"${evil}" <hello@${acme.slug}.test>` })],
    ['ToAddresses', (evil) => ({ Destination: { ToAddresses: [`to@example.test${evil}`] } })],
    ['ToAddresses, in the name', (evil) => ({ Destination: { ToAddresses: [`${evil} <to@example.test>`] } })],
    ['CcAddresses', (evil) => ({ Destination: { ToAddresses: ['to@example.test'], CcAddresses: [evil] } })],
    ['BccAddresses', (evil) => ({ Destination: { ToAddresses: ['to@example.test'], BccAddresses: [evil] } })],
    ['ReplyToAddresses', (evil) => ({ ReplyToAddresses: [`${evil} <reply@example.test>`] })],
    ['Subject', (evil) => ({ Message: message({ Subject: { Data: evil } }) })],
    ['Subject.Charset', (evil) => ({ Message: message({ Subject: { Data: 'x', Charset: evil } }) })],
    ['Body.Charset', (evil) => ({ Message: message({ Body: { Text: { Data: 'x', Charset: evil } } }) })],
    ['Body', (evil) => ({ Message: message({ Body: { Text: { Data: evil }, Html: { Data: evil } } }) })],
    ['the name of a header', (evil) => ({ Headers: { [`X-${evil}`]: 'x' } })],
    ['the value of a header', (evil) => ({ Headers: { 'X-Campaign': evil } })],
    ['FileName', (evil) => attachment({ FileName: evil })],
    ['ContentType', (evil) => attachment({ ContentType: `text/plain${evil}` })],
    ['ContentId', (evil) => attachment({ ContentId: evil })],
    ['a tag', (evil) => ({ Tags: { [evil]: evil } })],
    ['IdempotencyKey', (evil) => ({ IdempotencyKey: evil })],
  ];

  it.each(PLACES)('%s, is rejected or harmless', async (_, changesFor) => {
    for (const evil of INJECTIONS) {
      const answer = await send({ ...acme.email(), ...changesFor(evil) });
      if (answer.status !== 202) {
        expectRefused(answer, [400, 422]);
        continue;
      }
      const mail = await stack.mail.waitFor(({ source }) => source.includes(`<${answer.body.MessageId}@`));
      const [header = ''] = mail.source.split('\r\n\r\n', 1);
      expect(header.split(/[\r\n]+/).filter((line) => /^(Bcc|X-Evil)/i.test(line))).toEqual([]);
      expect(mail.to).not.toContain('evil@example.test');
    }
  });

  it.each(['Subject', 'the value of a header', 'the name of a header'])(
    '%s, is refused with line breaks',
    async (name) => {
      const [, changesFor] = PLACES.find(([place]) => place === name) as Place;
      for (const evil of INJECTIONS.slice(0, 4)) {
        expectRefused(await send({ ...acme.email(), ...changesFor(evil) }), [400]);
      }
    },
  );

  it.each(['Bcc', 'From', 'Message-ID', 'DKIM-Signature', 'Content-Type', 'Received', 'bcc ', 'X Y', 'X:Y', ''])(
    'as a header named %j is refused',
    async (name) => {
      expectRefused(await send({ ...acme.email(), Headers: { [name]: 'x' } }), [400]);
    },
  );

  it.each(['hello@bücher.test', 'jörg@sender.test', 'Ünï <x@sender.test>', 'x@[127.0.0.1]'])(
    'from %s is refused, or delivered',
    async (Source) => {
      const answer = await send({ ...acme.email(), Source });
      if (answer.status !== 202) return expectRefused(answer, [400, 422]);
      const mail = await stack.mail.waitFor(({ source }) => source.includes(`<${answer.body.MessageId}@`));
      expect(mail.to).toEqual(['someone@example.test']);
    },
  );

  it('leaves nothing behind that cannot be delivered', async () => {
    await waitUntil(async () => (await stack.sql('select 1 from outbox')).length === 0, { what: 'an empty outbox' });
    expect(await stack.sql(`select subject, error from message where status <> 'sent'`)).toEqual([]);
  });
});

describe('the header Idempotency-Key', () => {
  /** Writes the request byte by byte, since a header may come twice on the wire. */
  function raw(headers: string[]): Promise<{ status: number; body: Answer['body'] }> {
    const { hostname, port } = new URL(stack.url);
    const all = ['Host', hostname, 'Authorization', `Bearer ${secret}`, 'Content-Type', 'application/json', ...headers];
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method: 'POST', path: '/v1/emails/send', headers: all };
      const call = httpRequest(options, (response) => {
        text(response).then((said) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(said) }), reject);
      });
      call.once('error', reject);
      call.end(JSON.stringify(acme.email()));
    });
  }

  it('that comes twice is rejected with 422', async () => {
    const { status, body } = await raw(['Idempotency-Key', 'one', 'Idempotency-Key', 'two']);
    expect([status, body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expect(body.Error.Message).toContain('Idempotency-Key');
  });

  it.each(['', ' ', 'a b', 'a,b', 'a'.repeat(129), 'é', "'; drop table message; --", '{}'])(
    'is refused with 422 when it is %j',
    async (key) => {
      const { status, body } = await raw(['Idempotency-Key', Buffer.from(key).toString('latin1')]);
      expect([status, body.Error.Code]).toEqual([422, 'InvalidParameter']);
    },
  );
});

describe('a credential that is none', () => {
  it.each([
    'Bearer',
    'Bearer ',
    'Basic eDp5',
    'bearer  x',
    `Bearer ${'x'.repeat(9_000)}`,
    'Bearer \u00e9',
    'Bearer a b',
  ])('%.20s is 401 in the envelope', async (authorization) => {
    const headers = { authorization: Buffer.from(authorization).toString('latin1') };
    for (const path of ['/v1/emails', '/api/webhooks']) {
      const { status, body } = await stack.anonymous.get(path, headers);
      expect([status, body.Error.Code], path).toEqual([401, 'AuthorizationError']);
    }
  });

  it('gets an error for headers that are too long, too', async () => {
    const { status, body } = await stack.anonymous.get('/v1/emails', { authorization: `Bearer ${'x'.repeat(40_000)}` });
    expect(status).toBe(431);
    expect(body.Error.Type).toBe('Sender');
  });

  it.each(['service_session=%00', 'service_session=', 'service_session=a.b.c', `service_session=${none()}`])(
    'as the cookie %.30s is 401',
    async (cookie) => {
      expect((await stack.anonymous.get('/api/webhooks', { cookie })).status).toBe(401);
    },
  );
});

/** A token that says that it needs no signature. */
function none(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', kid: 'test' })}.${part({ sub: 'usr_0000000000000001', sid: 'ses_0000000000000001' })}.`;
}
