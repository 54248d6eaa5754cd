import { dkimVerify } from 'mailauth';
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { graphqlData, operation } from '../../../../../test/support/graphql.js';
import { messageWithStatus } from '../../../../../test/support/message-status.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL: 'https://t.demo.test' } }));
const acme = usePrepared(() => stack.createTenant());
const records = usePrepared(() => acme.verifyDomain('signed.test', 'rsa-2048', 'ed25519'));
const client = usePrepared(() => acme.key());
let number = 0;
let to: string;

const BODY = [
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=cut',
  '',
  '--cut',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Olá, Ana. ',
  '--cut',
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Disposition: attachment; filename=a.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('a file').toString('base64'),
  '--cut--',
  '',
].join('\r\n');

const messageOf = (...headers: string[]) => [...headers, BODY].join('\r\n');
const hello = (...headers: string[]) =>
  messageOf(`From: Ana <${acme.source}>`, 'Subject: =?utf-8?q?Ol=C3=A1?=', ...headers);

const requestOf = (raw: string | Buffer, changes: object = {}) => {
  to = `raw-${++number}@example.test`;
  return {
    Source: acme.source,
    Destination: { ToAddresses: [to] },
    Raw: { Data: Buffer.from(raw).toString('base64') },
    ...changes,
  };
};

async function send(raw: string | Buffer, changes: object = {}, by: HttpClient = client): Promise<string> {
  const { status, body } = await by.post('/v1/emails/send', requestOf(raw, changes));
  expect(status, JSON.stringify(body)).toBe(202);
  return body.MessageId;
}

const arrived = (recipient = to) => stack.mail.waitFor((mail) => mail.to.includes(recipient));

describe('an e-mail that its sender wrote', () => {
  it('leaves as it is, but for hidden recipients and what servers act on, and with what it lacks', async () => {
    const id = await send(
      hello(
        'To: Everybody <all@example.test>',
        'Bcc: hidden@example.test',
        'Return-Path: <x@example.test>',
        'X-SES-CONFIGURATION-SET: a',
        'X-PM-Tag: b',
        'X-Order: 7',
        'Sender: boss@elsewhere.test',
      ),
    );
    const { source } = await arrived();
    const [head = ''] = source.split('\r\n\r\n', 1);
    for (const kept of [
      `From: Ana <${acme.source}>`,
      'To: Everybody <all@example.test>',
      'X-Order: 7',
      `<${id}@`,
      'Date: ',
    ])
      expect(head).toContain(kept);
    expect(head).not.toMatch(/^(?:Bcc|Return-Path|X-SES|X-PM|Sender)/im);
    expect(source.endsWith(BODY.slice(BODY.indexOf('--cut')))).toBe(true);
    expect(head.match(/^MIME-Version/gim)).toHaveLength(1);
  });

  it('keeps its Message-ID, and is signed for the domain of its author', async () => {
    const id = await send(messageOf('From: news@signed.test', 'Message-ID: <own@signed.test>', 'Subject: x'), {
      Source: 'news@signed.test',
    });
    const { raw, source } = await arrived();
    expect(source.match(/^Message-ID: .*$/gim)).toEqual(['Message-ID: <own@signed.test>']);
    expect((await client.get(`/v1/emails/${id}`)).body.Message.InternetMessageId).toBe('<own@signed.test>');
    const { results } = await dkimVerify(raw, { resolver: async (name: string) => [[records.get(name) ?? '']] });
    expect(results.map(({ status }) => status.result)).toEqual(['pass', 'pass']);
  });

  it('is one of the history: read, listed, with its texts, files and tags', async () => {
    const id = await send(hello('To: Everybody <all@example.test>', 'X-Order: 7'), { Tags: { kind: 'raw' } });
    const { Message, Events } = await messageWithStatus(client, `/v1/emails/${id}`, 'sent');
    expect(Message).toMatchObject({
      From: `Ana <${acme.source}>`,
      To: to,
      Subject: 'Olá',
      Tags: { kind: 'raw' },
      Body: { Text: expect.stringContaining('Olá, Ana.'), Html: null },
      Headers: { 'X-Order': '7' },
      Metadata: {
        ToAddresses: ['Everybody <all@example.test>'],
        Attachments: [{ FileName: 'a.pdf', ContentType: 'application/pdf', Bytes: 6 }],
        RawBytes: expect.any(Number),
      },
    });
    expect(Events.map(({ Type }: { Type: string }) => Type)).toEqual(['queued', 'sent']);
    const query = operation('query', 'message', { id: 'ID!' }, 'body { text } attachmentCount metadata');
    const { message } = await graphqlData(await acme.session('member'), query, { id });
    expect(message).toMatchObject({ attachmentCount: 1, metadata: { RawBytes: expect.any(Number) } });
  });

  it('is sent again as it was', async () => {
    const member = await acme.session('member');
    const { body } = await member.post('/api/messages/send', { Channel: 'email', ...requestOf(hello('X-Again: 1')) });
    const [{ Id }] = body.Messages;
    await messageWithStatus(member, `/api/messages/${Id}`, 'sent');
    expect((await member.post(`/api/messages/${Id}/resend`)).status).toBe(202);
    const mails = await Promise.all(
      [1, 2].map((nth) => stack.mail.waitFor((mail) => mail.to.includes(to) && isNth(nth, mail))),
    );
    for (const { source } of mails) expect(source).toContain('X-Again: 1');
  });

  it('may be one of a batch, where one that is wrong fails alone', async () => {
    const Messages = [requestOf(hello()), requestOf('no headers'), acme.email()];
    const { body } = await client.post('/v1/emails/batch', { Messages });
    expect(body.Results.map(({ Error }: { Error?: { Code: string } }) => Error?.Code)).toEqual([
      undefined,
      'ValidationError',
      undefined,
    ]);
  });

  it('gets the headers by which people leave, and no marks in its texts', async () => {
    await send(hello(), { ListUnsubscribe: true });
    const { source } = await arrived();
    expect(source).toMatch(/^List-Unsubscribe: <http/m);
    expect(source).toContain('Olá, Ana. ');
  });

  it('has lines that end with CRLF, whatever they ended with', async () => {
    await send(hello().replaceAll('\r\n', '\n'));
    expect((await arrived()).source.endsWith('--cut--\r\n')).toBe(true);
  });

  it('is repeated by its key', async () => {
    const request = { ...requestOf(hello()), IdempotencyKey: 'raw' };
    const answers = [await client.post('/v1/emails/send', request), await client.post('/v1/emails/send', request)];
    expect(answers[1]?.body.MessageId).toBe(answers[0]?.body.MessageId);
    const other = await client.post('/v1/emails/send', { ...requestOf(hello('X-Other: 1')), IdempotencyKey: 'raw' });
    expect(other.body.Error.Code).toBe('IdempotencyConflict');
  });
});

const seen = new Map<string, number>();
/** Tells the deliveries to one recipient apart: the sink asks about each mail again and again. */
const isNth = (nth: number, { source }: { source: string }): boolean => {
  const id = /^Message-ID: .*$/im.exec(source)?.[0] ?? '';
  if (!seen.has(id)) seen.set(id, seen.size + 1);
  return seen.get(id) === nth;
};

describe('a raw message is refused', () => {
  const faults: [string, () => object, string, string][] = [
    ['beside a message', () => ({ ...requestOf(hello()), Message: acme.email().Message }), 'Message', 'exclude'],
    [
      'beside a template',
      () => ({ ...requestOf(hello()), TemplateId: 'tpl_0c7b3f19ad62e04f' }),
      'TemplateId',
      'exclude',
    ],
    ['beside headers', () => ({ ...requestOf(hello()), Headers: { 'X-A': '1' } }), 'Headers', 'exclude'],
    ['with links to count', () => ({ ...requestOf(hello()), TrackClicks: true }), 'TrackClicks', 'exclude'],
    ['of another author', () => requestOf(messageOf('From: x@elsewhere.test')), 'Source', 'From header'],
    ['of two authors', () => requestOf(messageOf(`From: ${acme.source}, x@elsewhere.test`)), 'Raw.Data', 'one From'],
    ['without headers', () => requestOf('Hello'), 'Raw.Data', 'begin with headers'],
    ['of half a base64', () => ({ ...requestOf(''), Raw: { Data: 'QUJDR' } }), 'Raw.Data', 'missing'],
    [
      'with a second way to leave',
      () => requestOf(hello('List-Unsubscribe: <mailto:x@y.test>'), { ListUnsubscribe: true }),
      'Raw.Data',
      'List-Unsubscribe',
    ],
  ];

  it.each(faults)('%s', async (_name, request, field, message) => {
    const { status, body } = await client.post('/v1/emails/send', request());
    expect([status, body.Error.Code]).toEqual([400, 'ValidationError']);
    expect(body.Error.Details).toEqual([{ Field: field, Message: expect.stringContaining(message) }]);
  });

  it('of a domain that is not verified, and to an address that is suppressed', async () => {
    const foreign = requestOf(messageOf('From: x@not-verified.com'), { Source: 'x@not-verified.com' });
    expect((await client.post('/v1/emails/send', foreign)).body.Error.Code).toBe('DomainNotVerified');
    const request = requestOf(hello());
    await (await acme.session()).post('/api/suppressions', { Address: to, Reason: 'manual' });
    expect((await client.post('/v1/emails/send', request)).body.Error.Code).toBe('SuppressedAddress');
  });
});
