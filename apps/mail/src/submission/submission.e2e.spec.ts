import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { v7 } from 'uuid';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it } from 'vitest';
import { TLS_CERTIFICATE, TLS_KEY } from '../../../../libs/mail/email/test-support/tls.js';
import { ClamdDouble, EICAR } from '#libs/test/testing';
import { createDomain } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { createMailbox } from '../mailboxes/mailbox.fixture.js';
import { SubmissionListener } from './submission-listener.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

let number = 0;

const clamd = useStack(() => ClamdDouble.start());
const folder = useStack(async () => {
  const path = await mkdtemp(join(tmpdir(), 'certificate-'));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
});
const stack = useStack(async () => {
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
  await Promise.all([writeFile(cert, TLS_CERTIFICATE), writeFile(key, TLS_KEY)]);
  const tls = { SUBMISSION_TLS_CERT_FILE: cert, SUBMISSION_TLS_KEY_FILE: key };
  return mailStack({ SUBMISSION_PORT: '0', CLAMD_URL: clamd.url, ...tls });
});
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session());
let domainId: string;
let port: number;

beforeAll(async () => {
  port = stack.app.get(SubmissionListener, { strict: false }).port!;
  domainId = (await createDomain(stack.app, tenant.id)).domain.id;
});

interface Sender {
  id: string;
  address: string;
  secret: string;
  passwordId: string;
}

async function sender(): Promise<Sender> {
  const { id, address } = await createMailbox(admin, domainId, `sender-${++number}`);
  const { secret, id: passwordId } = (await admin.post(`/mailboxes/${id}/app-passwords`, { name: 'Laptop' })).body;
  return { id, address, secret, passwordId };
}

const transportOf = ({ address, secret }: Pick<Sender, 'address' | 'secret'>, at = port) =>
  createTransport({
    host: '127.0.0.1',
    port: at,
    requireTLS: true,
    tls: { ca: TLS_CERTIFICATE, servername: 'localhost' },
    auth: { user: address, pass: secret },
  });

/** Sends as a mail program does; returns the last answer. */
async function send(from: Pick<Sender, 'address' | 'secret'>, mail: object): Promise<string> {
  const transport = transportOf(from);
  try {
    return (await transport.sendMail({ from: from.address, to: 'b@else.test', subject: 'Hi', text: 'Hello', ...mail }))
      .response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

const sentOf = (mailboxId: string) =>
  stack.sql<{
    subject: string;
    message_id: string;
    bytes: number;
    scan_verdict: string;
    bcc: object;
    has_attachments: boolean;
  }>(
    `select mail_message.* from mail_message join folder on folder.id = folder_id
      where mail_message.mailbox_id = $1 and folder.kind = 'sent' and origin = 'sent'`,
    [mailboxId],
  );

describe('a message of a mail program', () => {
  it('leaves signed, and stays among the sent ones', async () => {
    const ana = await sender();
    const to = `to-${number}@else.test`;
    const mail = {
      from: { name: 'Ana', address: ana.address },
      to,
      bcc: 'secret@else.test',
      subject: 'Olá',
      messageId: '<a@b>',
    };
    expect(await send(ana, mail)).toMatch(/^250/);
    const arrived = await stack.mail.waitFor((message) => message.to.includes(to));
    const parsed = await simpleParser(arrived.raw);
    expect([parsed.subject, parsed.text?.trim(), parsed.messageId, parsed.headers.get('bcc')]).toEqual([
      'Olá',
      'Hello',
      '<a@b>',
      undefined,
    ]);
    expect(arrived.raw.toString()).toMatch(/^DKIM-Signature: /m);
    expect(arrived.raw.toString()).not.toContain('secret@else.test');
    await stack.mail.waitFor((message) => message.to.includes('secret@else.test'));
    const [sent, ...others] = await sentOf(ana.id);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ subject: 'Olá', message_id: 'a@b', bcc: [{ name: '', address: 'secret@else.test' }] });
    expect((await admin.get(`/mailboxes/${ana.id}`)).body).toMatchObject({
      messages: 1,
      unread: 0,
      used_bytes: sent?.bytes,
    });
  });

  it('keeps its files, which are scanned', async () => {
    const ana = await sender();
    const file = { filename: 'a.txt', content: 'the content' };
    expect(await send(ana, { to: 'file@else.test', attachments: [file] })).toMatch(/^250/);
    const { raw } = await stack.mail.waitFor((message) => message.to.includes('file@else.test'));
    expect((await simpleParser(raw)).attachments[0]?.content.toString()).toBe('the content');
    expect(await sentOf(ana.id)).toMatchObject([{ has_attachments: true, scan_verdict: 'clean' }]);
    const malware = { filename: 'a.com', content: EICAR };
    expect(await send(ana, { attachments: [malware] })).toMatch(/^554 5\.7\.1 .*malware/);
    clamd.maxBytes = 1;
    expect(await send(ana, { attachments: [file] })).toMatch(/^451/);
    clamd.maxBytes = 1_000_000;
    await clamd.stop();
    expect(await send(ana, { attachments: [file] })).toMatch(/^451/);
    expect(await send(ana, { text: 'no file' })).toMatch(/^250/);
    await clamd.restart();
    expect(await sentOf(ana.id)).toHaveLength(2);
  });

  it('is of the mailbox that logged in alone', async () => {
    const [ana, bob] = [await sender(), await sender()];
    expect(await send(ana, { envelope: { from: bob.address, to: 'b@else.test' } })).toMatch(/^553 5\.7\.1/);
    expect(await send(ana, { from: bob.address, envelope: { from: ana.address, to: 'b@else.test' } })).toMatch(
      /^553 5\.7\.1/,
    );
    expect(await send(ana, { envelope: { from: '', to: 'b@else.test' } })).toMatch(/^553 5\.7\.1/);
    expect([await sentOf(ana.id), await sentOf(bob.id)]).toEqual([[], []]);
  });

  it('may be of an identity of the mailbox, and of any tag, and is signed for its domain', async () => {
    const ana = await sender();
    const other = await createDomain(stack.app, tenant.id);
    const identity = `sales@${other.domain.name}`;
    expect((await admin.post(`/mailboxes/${ana.id}/identities`, { address: identity })).status).toBe(201);
    const tagged = ana.address.replace('@', '+shop@');
    for (const from of [identity, identity.replace('@', '+x@'), tagged.toUpperCase()])
      expect(await send(ana, { from, to: `${v7()}@else.test` }), from).toMatch(/^250/);
    const [mail] = [await stack.mail.waitFor(({ source }) => source.includes(`From: ${identity}`))];
    expect(mail.source).toContain(`d=${other.domain.name};`);
  });

  it('is not of the address of a mailbox with a plus in its name, nor of an identity whose mailbox is closed to the user', async () => {
    const [ana, boss] = [await sender(), await sender()];
    const plus = await createMailbox(admin, domainId, `sender-${number - 1}+plus`);
    expect(await send(ana, { from: plus.address, to: 'b@else.test' })).toMatch(/^553 5\.7\.1/);
    expect((await admin.post(`/mailboxes/${ana.id}/identities`, { address: boss.address })).status).toBe(201);
    expect(await send(ana, { from: boss.address })).toMatch(/^250/);
    await stack.sql('delete from mailbox_grant where mailbox_id = $1', [boss.id]);
    expect(await send(ana, { from: boss.address })).toMatch(/^553 5\.7\.1/);
  });

  it('goes to test addresses outside production', async () => {
    expect(await send(await sender(), { to: 'somebody@gmail.com' })).toMatch(/^550 5\.7\.1/);
  });

  it('counts against the quota of the plan', async () => {
    const ana = await sender();
    const [{ used } = { used: 0 }] = await stack.sql<{ used: number }>(
      `select coalesce(max(used), 0)::int as used from sending_usage where tenant_id = $1`,
      [tenant.id],
    );
    expect(await send(ana, { to: ['one@else.test', 'two@else.test', 'one@else.test'] })).toMatch(/^250/);
    const rows = await stack.sql<{ now: number }>(
      `select max(used)::int as now from sending_usage where tenant_id = $1`,
      [tenant.id],
    );
    expect(rows[0]!.now - used).toBe(2);
  });
});

describe('a login of a mail program', () => {
  it('fails with a wrong password, and another mailbox', async () => {
    const [ana, bob] = [await sender(), await sender()];
    expect(await send({ ...ana, secret: 'wrong' }, {})).toMatch(/^535/);
    expect(await send({ address: bob.address, secret: ana.secret }, {})).toMatch(/^535/);
    expect(await send({ address: 'nobody@nowhere.test', secret: ana.secret }, {})).toMatch(/^535/);
  });

  it('ends when its password is revoked, also on a connection that is open', async () => {
    const ana = await sender();
    const pool = createTransport({
      host: '127.0.0.1',
      port,
      pool: true,
      maxConnections: 1,
      requireTLS: true,
      tls: { ca: TLS_CERTIFICATE, servername: 'localhost' },
      auth: { user: ana.address, pass: ana.secret },
    });
    const mail = { from: ana.address, to: 'b@else.test', text: 'x' };
    expect((await pool.sendMail(mail)).response).toMatch(/^250/);
    await admin.delete(`/mailboxes/${ana.id}/app-passwords/${ana.passwordId}`);
    await expect(pool.sendMail(mail)).rejects.toMatchObject({ responseCode: 535 });
    pool.close();
    expect(await send(ana, {})).toMatch(/^535/);
  });

  it('needs TLS', async () => {
    const { address: user, secret: pass } = await sender();
    const plain = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, auth: { user, pass } });
    await expect(plain.sendMail({ from: user, to: 'b@else.test' })).rejects.toMatchObject({ responseCode: 530 });
    plain.close();
  });

  it('is not verified after thirty wrong ones from a network', async () => {
    const further = await stack.startBeside({ SUBMISSION_PORT: '0' });
    const at = further.app.get(SubmissionListener, { strict: false }).port!;
    const ana = await sender();
    const login = async (pass: string, localAddress: string) => {
      const options = { host: '127.0.0.1', port: at, ignoreTLS: true, localAddress, auth: { user: ana.address, pass } };
      const transport = createTransport(options);
      const answer = await transport.verify().then(
        () => '235',
        (error: { response?: string }) => error.response ?? String(error),
      );
      transport.close();
      return answer.slice(0, 3);
    };
    const answers: string[] = [];
    for (let n = 0; n < 31; n += 1) answers.push(await login('wrong', '127.0.0.9'));
    expect([new Set(answers.slice(0, 30)), answers.at(-1)]).toEqual([new Set(['535']), '454']);
    expect(await login(ana.secret, '127.0.0.9')).toBe('454');
    // Without a certificate logins need no TLS, on the loopback interface; another network is not concerned.
    expect(await login(ana.secret, '127.0.0.1')).toBe('235');
  });
});
