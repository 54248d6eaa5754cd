import { dkimVerify } from 'mailauth';
import { describe, expect, it } from 'vitest';
import { SmtpSink, type SunkMessage } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

/** Takes what test keys send, without SMTPUTF8; what live keys send goes to a server with it. */
const plain = useStack(() => SmtpSink.start({ hideSMTPUTF8: true }));
const stack = useStack(() => platformStack({ environment: { SANDBOX_SMTP_URL: plain.url } }));
const acme = usePrepared(() => stack.createTenant());
const records = usePrepared(() => acme.verifyDomain('signed.test', 'rsa-2048'));

const TO = ['Ana <ana@example.test>', '用户@example.test', 'bo@bücher.test'];
const REPLIES = ['antwort@example.test', 'rückfrage@example.test'];

/** Sends a mail to all of them. Returns the ids of its messages, in that order. */
async function send(client: HttpClient, subject: string): Promise<string[]> {
  const email = { ...acme.email({ to: TO, subject }), Source: 'news@signed.test', ReplyToAddresses: REPLIES };
  const { body } = await client.post('/v1/emails/send', email);
  return body.MessageIds;
}

/** Waits for the message that a server got for a recipient. The sink shows the domain of an envelope in letters. */
const received = (recipient: string, sink: SmtpSink, subject: string): Promise<SunkMessage> =>
  sink.waitFor((one) => one.to.includes(recipient) && one.source.includes(subject));

/** The lines of headers, unfolded. */
const headersOf = ({ source }: SunkMessage): string[] =>
  source
    .split('\r\n\r\n', 1)[0]!
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');

describe('an e-mail to an address beyond ASCII', () => {
  it('reaches the other recipients over a server without SMTPUTF8, which are not shown that address', async () => {
    const client = await acme.key();
    const [, unable] = await send(client, 'Over a plain server');
    for (const recipient of ['ana@example.test', 'bo@bücher.test']) {
      const mail = await received(recipient, plain, 'Over a plain server');
      const headers = headersOf(mail);
      expect(headers).toContain('To: Ana <ana@example.test>, bo@xn--bcher-kva.test');
      expect(headers).toContain('Reply-To: antwort@example.test');
      const { results } = await dkimVerify(mail.raw, { resolver: async (name: string) => [[records.get(name) ?? '']] });
      expect(results.map(({ status }) => status.result)).toEqual(['pass']);
    }
    const { Events } = await messageWithStatus(client, `/v1/emails/${unable}`, 'failed');
    expect(Events.at(-1).Detail).toMatchObject({ SmtpCode: 553, EnhancedCode: '5.6.7' });
  });

  it('is shown to all over a server with SMTPUTF8', async () => {
    const { client } = await acme.createKey([], 'live');
    await send(client, 'Over an able server');
    for (const recipient of ['ana@example.test', '用户@example.test', 'bo@bücher.test']) {
      const headers = headersOf(await received(recipient, stack.mail, 'Over an able server'));
      expect(headers).toContain('To: Ana <ana@example.test>, 用户@example.test, bo@xn--bcher-kva.test');
      expect(headers).toContain('Reply-To: antwort@example.test, rückfrage@example.test');
    }
  });
});

it('a message whose sender wrote its headers beyond ASCII has them in encoded-words over a plain server', async () => {
  const client = await acme.key();
  const raw = 'From: José <news@signed.test>\r\nTo: raw-plain@example.test\r\nSubject: Olá\r\n\r\nOlá.\r\n';
  const { body } = await client.post('/v1/emails/send', {
    Source: 'news@signed.test',
    Destination: { ToAddresses: ['raw-plain@example.test'] },
    Raw: { Data: Buffer.from(raw).toString('base64') },
  });
  const mail = await received('raw-plain@example.test', plain, body.MessageId);
  expect(headersOf(mail)).toEqual(
    expect.arrayContaining(['From: =?UTF-8?B?Sm9zw6k=?= <news@signed.test>', 'Subject: =?UTF-8?B?T2zDoQ==?=']),
  );
  const { results } = await dkimVerify(mail.raw, { resolver: async (name: string) => [[records.get(name) ?? '']] });
  expect(results.map(({ status }) => status.result)).toEqual(['pass']);
});
