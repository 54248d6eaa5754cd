import { readFile } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { BuiltAccount } from './support/account.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');

let account: BuiltAccount;
let ca: string;

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  ca = await readFile(dev.tls.certificate, 'utf8');
});

/** Sends with a key, trusting the certificate that the launcher has made; returns the last reply. */
async function send(to: string, { secure, pass = account.key }: { secure: boolean; pass?: string }): Promise<string> {
  const { host, port } = secure ? dev.smtp.sendingTls : dev.smtp.sending;
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: true,
    tls: { ca },
    auth: { user: 'apikey', pass },
  });
  try {
    const mail = {
      from: 'Acme <hello@acme.test>',
      to,
      subject: `By SMTP ${account.mark}`,
      text: `Code: ${account.mark}`,
    };
    return (await transport.sendMail(mail)).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

describe('an e-mail by SMTP with an API key', () => {
  it.each([
    ['STARTTLS', false],
    ['TLS', true],
  ])('over %s leaves, and is one of the history', async (_, secure) => {
    const to = account.address();
    const id = /^250 2\.0\.0 Ok: queued as (msg_\w+)/.exec(await send(to, { secure }))?.[1];
    expect(await account.outside.inMailTo(to, /Code: (\w+)/)).toBe(account.mark);
    const client = account.withKey('platform');
    await waitUntil(async () => (await client.get(`/v1/emails/${id}`)).body.Message.Status === 'sent', PATIENCE);
    const { Message } = (await client.get(`/v1/emails/${id}`)).body;
    expect(Message).toMatchObject({ From: 'Acme <hello@acme.test>', To: to, Subject: `By SMTP ${account.mark}` });
  });

  it('is refused with a wrong key', async () => {
    expect(await send(account.address(), { secure: false, pass: `sk_test_${'0'.repeat(48)}` })).toMatch(/^535 5\.7\.8/);
  });
});
