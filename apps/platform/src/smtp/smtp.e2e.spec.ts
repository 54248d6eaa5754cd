import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, it } from 'vitest';
import { TLS_CERTIFICATE, TLS_KEY } from '../../../../libs/mail/email/test-support/tls.js';
import { tenantWithoutCalls, tenantWithoutQuota } from '../../../../test/support/limited-tenants.js';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { SecureSmtp } from '../../../../test/support/secure-smtp.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { SmtpKeyLimits } from './smtp-key-limits.js';
import { SmtpListeners } from './smtp-listeners.js';

const MAX_BYTES = 3_000_000;

const folder = useStack(async () => {
  const path = await mkdtemp(join(tmpdir(), 'certificate-'));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
});
const stack = useStack(async () => {
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
  await Promise.all([writeFile(cert, TLS_CERTIFICATE), writeFile(key, TLS_KEY)]);
  const tls = { SENDING_SMTP_TLS_CERT_FILE: cert, SENDING_SMTP_TLS_KEY_FILE: key };
  const ports = { SENDING_SMTP_PORT: '0', SENDING_SMTPS_PORT: '0', SENDING_SMTP_MAX_BYTES: String(MAX_BYTES) };
  return platformStack({ environment: { ...tls, ...ports } });
});
const acme = usePrepared(() => stack.createTenant());
const key = usePrepared(() => acme.createKey(['emails:send', 'emails:read']));

let number = 0;
let to: string;
beforeEach(() => (to = `smtp-${++number}@example.test`));

const ports = () => stack.app.get(SmtpListeners, { strict: false }).ports;
const plain = () => ({ host: '127.0.0.1', port: ports().startTls! });
const dial = () => SecureSmtp.startTls(plain());

/** Sends as programs do, by nodemailer; returns the last reply. */
async function send(mail: object, { secret = key.secret, secure = false, user = 'apikey', method = 'PLAIN' } = {}) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: secure ? ports().implicitTls! : ports().startTls!,
    secure,
    requireTLS: true,
    authMethod: method,
    tls: { ca: TLS_CERTIFICATE, servername: 'localhost' },
    auth: { user, pass: secret },
  });
  try {
    const { response } = await transport.sendMail({
      from: `Acme <${acme.source}>`,
      to,
      subject: 'Hi',
      text: 'Hello.',
      ...mail,
    });
    return response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

const idIn = (reply: string) => /^250 2\.0\.0 Ok: queued as (msg_[0-9a-f]{16})/.exec(reply)?.[1];
const arrived = (recipient = to) => stack.mail.waitFor((mail) => mail.to.includes(recipient));
const secretOf = async (tenant: TestTenant) => (await tenant.createKey(['emails:send'])).secret;

describe('a message that comes by SMTP', () => {
  it.each([
    ['STARTTLS', false, 'PLAIN', 'apikey'],
    ['STARTTLS', false, 'LOGIN', 'any name'],
    ['TLS', true, 'PLAIN', 'apikey'],
    ['TLS', true, 'LOGIN', 'x@y.test'],
  ])('over %s leaves as it was written, and is one of the history', async (_, secure, method, user) => {
    const mail = {
      subject: 'Olá',
      html: '<p>Hello.</p>',
      attachments: [{ filename: 'a.txt', content: 'the content' }],
    };
    const id = idIn(await send({ ...mail, bcc: `bcc-${to}`, headers: { 'X-Order': '7' } }, { secure, method, user }));
    for (const recipient of [to, `bcc-${to}`]) {
      const { source } = await arrived(recipient);
      expect(source).toMatch(new RegExp(`^To: ${to}`, 'm'));
      expect(source).toContain(Buffer.from('the content').toString('base64'));
      expect(source).not.toContain('bcc-');
    }
    const { Message } = await messageWithStatus(key.client, `/v1/emails/${id}`, 'sent');
    expect(Message).toMatchObject({ From: `Acme <${acme.source}>`, To: to, Subject: 'Olá', Environment: 'test' });
    expect(Message.Body).toEqual({ Text: expect.stringContaining('Hello.'), Html: '<p>Hello.</p>' });
    expect(Message.Metadata.Attachments).toMatchObject([{ FileName: 'a.txt', Bytes: 11 }]);
  });

  it('says its tags and its key in headers, which do not leave', async () => {
    const headers = {
      'X-PM-Tag': 'welcome',
      'X-SES-MESSAGE-TAGS': 'campaign=spring, kind=raw',
      'Resend-Idempotency-Key': 'order/4711',
    };
    const id = idIn(await send({ headers }));
    expect(idIn(await send({ headers }))).toBe(id);
    const { source } = await arrived();
    expect(source).not.toMatch(/X-PM|X-SES|Resend-Idempotency/i);
    const { Tags } = (await key.client.get(`/v1/emails/${id}`)).body.Message;
    expect(Tags).toEqual({ Tag: 'welcome', campaign: 'spring', kind: 'raw' });
    expect(await send({ headers, subject: 'Another' })).toMatch(/^554 5\.6\.0/);
  });

  it('goes to the recipients of the envelope alone, from the author in its header', async () => {
    const smtp = await dial();
    expect(await smtp.login('any', key.secret)).toMatch(/^235/);
    const content = `From: ${acme.source}\r\nTo: shown@example.test\r\nSubject: x\r\n\r\nHello.\r\n`;
    expect(idIn(await smtp.message('bounces@anywhere.test', to, content))).toMatch(/^msg_/);
    expect((await arrived()).source).toContain('To: shown@example.test');
    expect(stack.mail.messages.some((mail) => mail.to.includes('shown@example.test'))).toBe(false);
    // The next message of the same connection, whose author is that of the envelope.
    expect(idIn(await smtp.message(acme.source, `next-${to}`, 'Subject: x\r\n\r\n.dots\r\n..\r\n'))).toMatch(/^msg_/);
    expect((await arrived(`next-${to}`)).source).toContain(`From: ${acme.source}`);
    smtp.close();
  });

  it('may be large, and is refused where it is larger than may be', async () => {
    const file = (bytes: number) => ({ attachments: [{ filename: 'a.bin', content: Buffer.alloc(bytes, 'abc') }] });
    expect(await send(file(2_000_000))).toMatch(/^250/);
    expect((await arrived()).source.length).toBeGreaterThan(2_600_000);
    expect(await send(file(MAX_BYTES))).toMatch(/^552/);
  });
});

describe('a client of SMTP', () => {
  it('is refused with a key before TLS', async () => {
    const socket = connectPlain(ports().startTls!, '127.0.0.1');
    const lines: string[] = [];
    socket.on('data', (data: Buffer) => lines.push(data.toString()));
    await once(socket, 'data');
    for (const command of ['EHLO a.test', `AUTH PLAIN ${Buffer.from(`\0a\0${key.secret}`).toString('base64')}`]) {
      socket.write(`${command}\r\n`);
      await once(socket, 'data');
    }
    expect(lines[1]).toContain('STARTTLS');
    expect(lines[2]).toMatch(/^538/);
    socket.destroy();
  });

  it('says no sender before a key', async () => {
    const smtp = await dial();
    expect(await smtp.command(`MAIL FROM:<${acme.source}>`)).toMatch(/^530/);
    smtp.close();
  });

  it('is refused with a key that is none or may not send, and with one of a suspended account', async () => {
    expect(await send({}, { secret: 'wrong' })).toMatch(/^535 5\.7\.8/);
    const revoked = await acme.createKey(['emails:send']);
    await revoked.revoke();
    expect(await send({}, { secret: revoked.secret })).toMatch(/^535 5\.7\.8/);
    const { secret } = await acme.createKey(['emails:read']);
    expect(await send({}, { secret })).toMatch(/^535 5\.7\.8 .*emails:send/);
    const other = await stack.createTenant();
    const suspended = await secretOf(other);
    await other.setStatus('suspended');
    expect(await send({}, { secret: suspended })).toMatch(/^550 5\.7\.1/);
  });

  it('whose key is revoked gets 421 at the next command', async () => {
    const { secret, revoke } = await acme.createKey(['emails:send']);
    const [before, between] = [await dial(), await dial()];
    for (const smtp of [before, between]) expect(await smtp.login('any', secret)).toMatch(/^235/);
    expect(await between.command(`MAIL FROM:<${acme.source}>`)).toMatch(/^250/);
    await revoke();
    expect(await before.command(`MAIL FROM:<${acme.source}>`)).toMatch(/^421 4\.7\.0/);
    expect(await between.command(`RCPT TO:<${to}>`)).toMatch(/^421 4\.7\.0/);
    expect(await before.command('NOOP')).toBe('');
  });

  it('whose key is revoked while the message comes gets 421, and nothing is sent', async () => {
    const { secret, revoke } = await acme.createKey(['emails:send']);
    const smtp = await dial();
    await smtp.login('any', secret);
    for (const command of [`MAIL FROM:<${acme.source}>`, `RCPT TO:<${to}>`, 'DATA']) await smtp.command(command);
    await revoke();
    expect(await smtp.command(`From: ${acme.source}\r\n\r\nHello.\r\n.`)).toMatch(/^421 4\.7\.0/);
    expect(await stack.sql(`select from message where recipient = $1`, [to])).toEqual([]);
  });

  it('sends for verified domains alone', async () => {
    expect(await send({ from: 'x@not-verified.com' })).toMatch(/^550 5\.7\.1 .*not-verified\.com/);
  });

  it('hears of a suppressed recipient, and sends to the others', async () => {
    await (await acme.session()).post('/api/suppressions', { Address: to, Reason: 'manual' });
    const smtp = await dial();
    await smtp.login('any', key.secret);
    expect(await smtp.command(`MAIL FROM:<${acme.source}>`)).toMatch(/^250/);
    expect(await smtp.command(`RCPT TO:<${to.toUpperCase()}>`)).toMatch(/^550 5\.1\.1/);
    expect(await smtp.command(`RCPT TO:<ok-${to}>`)).toMatch(/^250/);
    expect(await smtp.command('DATA')).toMatch(/^354/);
    expect(idIn(await smtp.command(`From: ${acme.source}\r\n\r\nHello.\r\n.`))).toMatch(/^msg_/);
    await arrived(`ok-${to}`);
    smtp.close();
  });

  it('waits while the calls or the messages of its plan are used up', async () => {
    const [slow, poor] = [await tenantWithoutCalls(stack), await tenantWithoutQuota(stack)];
    expect(await send({ from: slow.source }, { secret: await secretOf(slow) })).toMatch(/^451 4\.7\.1/);
    expect(await send({ from: poor.source }, { secret: await secretOf(poor) })).toMatch(/^452 4\.2\.2/);
  });

  it.each([
    ['no headers', 'Hello.\r\n', '554 5.6.0'],
    ['two authors', 'From: a@b.test, c@d.test\r\n\r\nx\r\n', '554 5.6.0'],
    ['bare line feeds', 'From: a@b.test\n\nx\r\n', '554 5.6.0'],
  ])('is refused with a message of %s', async (_, content, reply) => {
    const smtp = await dial();
    await smtp.login('any', key.secret);
    expect(await smtp.message(acme.source, to, content)).toContain(reply);
    smtp.close();
  });

  it('names up to 50 recipients of a message', async () => {
    const smtp = await dial();
    await smtp.login('any', key.secret);
    await smtp.command(`MAIL FROM:<${acme.source}>`);
    for (let n = 0; n < 50; n += 1) expect(await smtp.command(`RCPT TO:<n${n}-${to}>`)).toMatch(/^250/);
    expect(await smtp.command(`RCPT TO:<more-${to}>`)).toMatch(/^452 4\.5\.3/);
    smtp.close();
  });
});

describe('while the database is away', () => {
  it('a message is answered with 451, and the client keeps it', async () => {
    const smtp = await dial();
    await smtp.login('any', key.secret);
    for (const command of [`MAIL FROM:<${acme.source}>`, `RCPT TO:<${to}>`, 'DATA']) await smtp.command(command);
    await stack.sql(`alter table message_content rename to message_content_away`);
    expect(await smtp.command(`From: ${acme.source}\r\n\r\nHello.\r\n.`)).toMatch(/^451 4\.3\.0/);
    await stack.sql(`alter table message_content_away rename to message_content`);
    expect(await stack.sql(`select from message where recipient = $1`, [to])).toEqual([]);
    smtp.close();
  });
});

describe('an address with many wrong keys', () => {
  it('is asked to come back later, also with a right one', async () => {
    const limits = stack.app.get(SmtpKeyLimits, { strict: false });
    for (let n = 0; n < 30; n += 1) await limits.countWrong('127.0.0.1');
    expect(await send({})).toMatch(/^454 4\.7\.0/);
  });
});
