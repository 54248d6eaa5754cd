import { simpleParser } from 'mailparser';
import { beforeEach, describe, expect, it } from 'vitest';
import { ClamdDouble, EICAR, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import type { StackTenant } from '../../../../../test/support/stack-tenant.js';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { OutgoingMail } from './outgoing-mail.js';
import { useStack } from '../../../../../test/support/use-stack.js';

let tenant: StackTenant;
let client: HttpClient;
let from: string;
let mailboxId: string;

const clamd = useStack(() => ClamdDouble.start());
const stack = useStack(() => mailStack({ CLAMD_URL: clamd.url }));
beforeEach(async () => {
  stack.mail.acceptAll();
  clamd.hangs = false;
  clamd.maxBytes = 25 * 1024 * 1024;
  tenant = await stack.createTenant();
  const { domain } = await createDomain(stack.app, tenant.id);
  ({ address: from, id: mailboxId } = await createMailbox(stack.app, domain, 'hello'));
  client = await tenant.key('email:send');
});

let next = 0;
const someone = () => `person${++next}@example.test`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('attachments', () => {
  const withFile = (text: string) => ({
    from,
    to: [someone()],
    text: 'See the file.',
    attachments: [{ filename: 'relatório.txt', content_type: 'text/plain', content: base64(text) }],
  });

  it('arrive as they were given, after a scan', async () => {
    const body = withFile('the content');
    const { status, body: answer } = await client.post('/v1/emails', body);
    expect([status, answer.attachments_scan]).toEqual([202, undefined]);
    const { raw } = await stack.mail.waitFor(({ to }) => to.includes(body.to[0]!));
    const [file] = (await simpleParser(raw)).attachments;
    expect([file?.filename, file?.content.toString()]).toEqual(['relatório.txt', 'the content']);
    expect(clamd.scanned.map(String)).toContain('the content');
  });

  it('with malware are 422, and nothing is sent', async () => {
    const body = withFile(EICAR);
    const { status, body: answer } = await client.post('/v1/emails', body);
    expect([status, answer.error]).toEqual([422, 'AnexoInfectado']);
    expect(answer.message).toContain('relatório.txt');
    expect(await rowsOf('outgoing_message')).toBe(0);
  });

  it('are 503 with Retry-After while no scanner answers; a message without one still goes', async () => {
    await clamd.stop();
    try {
      const refused = await client.post('/v1/emails', withFile('a'));
      expect([refused.status, refused.body.error]).toEqual([503, 'AntivirusIndisponivel']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await client.post('/v1/emails', { from, to: [someone()], text: 'no file' })).status).toBe(202);
    } finally {
      await clamd.restart();
    }
  });
});

describe('an attachment that is larger than the scanner takes', () => {
  it('is refused like one that no scanner answers for', async () => {
    clamd.maxBytes = 10;
    const files = (content: string) => [{ filename: 'a.txt', content_type: 'text/plain', content: base64(content) }];
    const of = (content: string) => ({ from, to: [someone()], text: 'See the file.', attachments: files(content) });
    const refused = await client.post('/v1/emails', of('a'.repeat(11)));
    expect([refused.status, refused.body.error]).toEqual([503, 'AntivirusIndisponivel']);
    expect(await rowsOf('outgoing_message')).toBe(0);
    expect((await client.post('/v1/emails', of('a'.repeat(10)))).status).toBe(202);
  });
});

describe('a sent message', () => {
  it('is among the sent messages of its mailbox, with its hidden recipients', async () => {
    const [to, bcc] = [someone(), someone()];
    const { body } = await client.post('/v1/emails', { from, to: [to], bcc: [bcc], subject: 'Hi', text: 'One\ntwo' });
    const [row] = await stack.sql<Record<string, unknown>>(
      `select m.message_id, m.subject, m.snippet, m.is_read, m.bcc, f.kind, f.total, f.unread
       from mail_message m join folder f on f.id = m.folder_id where m.tenant_id = $1`,
      [tenant.id],
    );
    expect(row).toEqual({
      message_id: body.message_id,
      subject: 'Hi',
      snippet: 'One two',
      is_read: true,
      bcc: [{ name: '', address: bcc }],
      kind: 'sent',
      total: 1,
      unread: 0,
    });
  });

  it('shows the beginning of its HTML if it has no text', async () => {
    const html = '<style>p{}</style><p>Dear <b>Ana</b>,</p><p>hello</p>';
    await client.post('/v1/emails', { from, to: [someone()], html });
    expect(await stack.sql('select snippet from mail_message where tenant_id = $1', [tenant.id])).toEqual([
      { snippet: 'Dear Ana, hello' },
    ]);
  });

  it('is not among them if no server took it', async () => {
    const to = someone();
    stack.mail.refuse(to, { code: 550, message: 'no' });
    await client.post('/v1/emails', { from, to: [to], text: 'Hi' });
    expect(await rowsOf('mail_message')).toBe(0);
    expect(await stack.sql('select total from folder where tenant_id = $1 and total > 0', [tenant.id])).toEqual([]);
  });

  it('that a server refuses for one recipient is reported in the inbox', async () => {
    const [good, bad] = [someone(), someone()];
    stack.mail.refuse(bad, { code: 550, message: '5.1.1 no such user' });
    await client.post('/v1/emails', { from, to: [good, bad], subject: 'Hi', text: 'Hi' });
    const [report] = await stack.sql<{ subject: string; snippet: string; blob_hash: string }>(
      `select m.subject, m.snippet, m.blob_hash from mail_message m join folder f on f.id = m.folder_id
       where m.tenant_id = $1 and f.kind = 'inbox'`,
      [tenant.id],
    );
    expect(report?.snippet).toContain(bad);
    const raw = await stack.app.get(Blobs, { strict: false }).readAll(tenant.id, report!.blob_hash, 1_000_000);
    expect(raw.toString()).toContain('Diagnostic-Code: smtp; 550 5.1.1 no such user');
    expect(raw.toString()).toContain('Subject: Hi');
  });
});

describe('a message that waits', () => {
  it('is sent by a worker, as if its process had been killed before it tried', async () => {
    const to = someone();
    const id = await enqueue([to]);
    await waitUntil(() => isFinished(id), { what: 'its end' });
    expect(stack.mail.messages.filter(({ to: [address] }) => address === to)).toHaveLength(1);
  });

  it('waits while its tenant is suspended', async () => {
    const to = someone();
    await tenant.setStatus('suspended');
    const id = await enqueue([to]);
    const held = () =>
      stack.sql(`select from outbox where tenant_id = $1 and last_error = 'The account is suspended'`, [tenant.id]);
    await waitUntil(async () => (await held()).length === 1, { what: 'the job that waits' });
    expect(stack.mail.messages.some((message) => message.to.includes(to))).toBe(false);
    await tenant.setStatus('active');
    await stack.sql('update outbox set available_at = now(), due = true where tenant_id = $1', [tenant.id]);
    await waitUntil(() => isFinished(id), { what: 'its end' });
    expect(stack.mail.messages.some((message) => message.to.includes(to))).toBe(true);
  });

  it('is tried again for the recipients that were deferred, and for them alone', async () => {
    const [good, slow] = [someone(), someone()];
    stack.mail.refuse(slow, { code: 451, message: 'later', times: 1 });
    const id = await enqueue([good, slow]);
    await waitUntil(async () => (await recipientsOf(id))[1]?.response?.includes('later'), {
      what: 'the first attempt',
    });
    await stack.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [tenant.id]);
    await waitUntil(() => isFinished(id), { what: 'its end' });
    const received = stack.mail.messages.flatMap(({ to }) => to).filter((address) => [good, slow].includes(address));
    expect(received.toSorted()).toEqual([good, slow].toSorted());
  });

  it('is given up after five days, with a report', async () => {
    const to = someone();
    stack.mail.refuse(to, { code: 451, message: 'full' });
    const id = await enqueue([to], new Date());
    await stack.sql(`update outgoing_message set expires_at = now() where id = $1`, [id]);
    await stack.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [tenant.id]);
    await waitUntil(() => isFinished(id), { what: 'its end' });
    expect(await recipientsOf(id)).toMatchObject([{ state: 'failed', response: expect.stringContaining('full') }]);
    expect(await rowsOf('mail_message')).toBe(1);
  });
});

/** A message of the mailbox that no call tries. */
async function enqueue(recipients: string[], availableAt?: Date): Promise<string> {
  const raw = Buffer.from(`From: ${from}\r\nSubject: Later\r\n\r\nHi\r\n`);
  const { hash, bytes } = await stack.app.get(Blobs, { strict: false }).write(tenant.id, [raw], 10_000);
  const { message } = await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) =>
    stack.app.get(OutgoingMail, { strict: false }).enqueue(tx, tenant.id, {
      mailboxId,
      kind: 'message',
      sender: from,
      recipients,
      blobHash: hash,
      bytes,
      isTest: true,
      availableAt,
    }),
  );
  return message.id;
}

async function recipientsOf(id: string): Promise<{ state: string; response?: string }[]> {
  const [row] = await stack.sql<{ recipients: { state: string; response?: string }[] }>(
    `select recipients from outgoing_message where id = $1`,
    [id],
  );
  return row!.recipients;
}

async function isFinished(id: string): Promise<boolean> {
  const rows = await stack.sql(`select from outgoing_message where id = $1 and finished_at is not null`, [id]);
  return rows.length > 0;
}

async function rowsOf(table: string): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(`select count(*)::int from ${table} where tenant_id = $1`, [
    tenant.id,
  ]);
  return row!.count;
}
