import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { ATTACHMENTS_MAX_BYTES } from './attachment-limits.js';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[] = [];

const files = useStack(async () => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
});
const addressOf = (path: string) => `http://${files.host}${path}`;

const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: files.host } }));
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

const content = randomBytes(200_000);
const send = (...attachments: object[]) =>
  client.post('/v1/emails/send', { ...acme.email(), Attachments: attachments });
const encoded = content.toString('base64').slice(0, 60);

const messages = async () => (await stack.sql('select from message where tenant_id = $1', [acme.id])).length;

beforeEach(() => {
  asked = [];
  answer = (_request, response) => response.end(content);
});

describe('an attachment by its address', () => {
  it('is fetched before the call is answered, and sent later as it was then', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { status, body } = await client.post('/v1/emails/send', {
      ...acme.email(),
      SendAt,
      Attachments: [{ Url: addressOf('/a/bill%20May.pdf?x=1') }],
    });
    expect([status, asked]).toEqual([202, ['/a/bill%20May.pdf?x=1']]);
    answer = (_request, response) => response.writeHead(410).end();
    await stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [body.MessageId]);
    const { source } = await stack.mail.waitFor((mail) => mail.source.includes(`<${body.MessageId}@`), 30_000);
    for (const part of ['filename="bill May.pdf"', 'Content-Type: application/pdf', encoded])
      expect(source).toContain(part);
    expect(asked).toHaveLength(1);
  });

  it('is fetched once for all e-mails of a batch that name it', async () => {
    const one = { ...acme.email(), Attachments: [{ Url: addressOf('/a.bin'), FileName: 'b.bin' }] };
    const { Results } = (await client.post('/v1/emails/batch', { Messages: [one, one, one] })).body;
    expect(Results.every(({ MessageId }: { MessageId?: string }) => MessageId)).toBe(true);
    expect(asked).toEqual(['/a.bin']);
  });

  it.each([
    ['is not there', (response: ServerResponse) => response.writeHead(404).end(), 400, 'The server answered 404'],
    [
      'says that it is too large',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': ATTACHMENTS_MAX_BYTES + 1 }).flushHeaders(),
      413,
      'too large',
    ],
    [
      'breaks off',
      (response: ServerResponse) => response.writeHead(200).write('x', () => response.destroy()),
      400,
      'whole',
    ],
  ])('refuses the call if the file %s', async (_case, respond, status, words) => {
    answer = (_request, response) => void respond(response);
    const before = await messages();
    const { body, ...told } = await send({ Url: addressOf('/a.bin') });
    expect([told.status, body.Error.Details[0].Field]).toEqual([status, 'Attachments[0].Url']);
    expect(body.Error.Message).toContain(words);
    expect(await messages()).toBe(before);
  });

  it('refuses files that are too large together, though none says so', async () => {
    const part = Buffer.alloc(9_000_000);
    answer = (_request, response) => response.end(part);
    const { status, body } = await send(...['/1', '/2', '/3'].map((path) => ({ Url: addressOf(path) })));
    expect([status, body.Error.Code]).toEqual([413, 'PayloadTooLarge']);
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'http://10.0.0.1/a', 'http://localhost:1/a', 'http://[::1]:80/'])(
    'is not fetched from %s, in no open internet',
    async (url) => {
      const { status, body } = await send({ Url: url });
      expect([status, body.Error.Details[0].Field]).toEqual([400, 'Attachments[0].Url']);
    },
  );

  it.each(['file:///etc/passwd', 'ftp://x.test/a', 'no address', 'https://a b'])('is none at %j', async (url) => {
    const { status, body } = await send({ Url: url });
    expect([status, body.Error.Details[0].Field]).toEqual([400, 'Attachments[0].Url']);
  });

  it('is not followed into the inner network', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    expect((await send({ Url: addressOf('/moved') })).status).toBe(400);
  });
});
