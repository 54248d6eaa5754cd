import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { MailMessage } from './mail-message.entity.js';
import { MessageStore } from './store/message-store.js';
import type { NewMessage } from './store/new-message.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let reader: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'shop.test');
  reader = await tenant.key('email:read');
});
const RAW = ['From: Ana <ana@x.test>', 'Subject: =?utf-8?q?Ol=C3=A1?=', '', 'Hello there', ''].join('\r\n');

const write = (text: string) => stack.app.get(Blobs, { strict: false }).write(tenant.id, [Buffer.from(text)], 1e6);

async function insert(box: Mailbox, values: Partial<NewMessage> = {}, raw: string = RAW): Promise<MailMessage> {
  const { hash, bytes } = await write(raw);
  const store = stack.app.get(MessageStore, { strict: false });
  const message = newMessage(box, { blobHash: hash, bytes, ...values });
  return stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => store.insert(tx, tenant.id, message));
}

const mailbox = () => createMailbox(stack, domain, v7());
const subjects = (body: { messages: { subject: string }[] }) => body.messages.map(({ subject }) => subject).join();

describe('the messages of a mailbox', () => {
  it('are listed newest first, page by page', async () => {
    const box = await mailbox();
    for (const subject of ['one', 'two', 'three']) await insert(box, { subject });
    const path = `/mailboxes/${box.id}/messages`;
    const first = await reader.get(`${path}?limit=2`);
    const second = await reader.get(`${path}?limit=2&cursor=${first.body.next_cursor}`);
    expect([subjects(first.body), subjects(second.body), second.body.next_cursor]).toEqual(['three,two', 'one', '']);
    const invalid = await reader.get(`${path}?limit=2&cursor=${first.body.next_cursor.slice(0, -3)}xyz`);
    expect([invalid.status, subjects(invalid.body)]).toEqual([200, 'three,two']);
  });

  it('are filtered by folder, and by what is read and starred', async () => {
    const box = await mailbox();
    const read = await insert(box, { subject: 'read', isRead: true });
    await insert(box, { subject: 'starred', isStarred: true });
    for (const folder of ['spam', 'trash', 'quarantine', 'sent'] as const)
      await insert(box, { subject: folder, folder });
    const list = async (query: string) => subjects((await reader.get(`/mailboxes/${box.id}/messages?${query}`)).body);
    expect(await list('')).toBe('sent,starred,read');
    expect(await list('folder=spam')).toBe('spam');
    expect(await list(`folder=${read.folderId}`)).toBe('starred,read');
    expect(await list(`folder=${v7()}`)).toBe('');
    expect(await list('unread=1&folder=inbox')).toBe('starred');
    expect(await list('starred=sim')).toBe('starred');
    for (const query of ['folder=none', 'unread=0', 'starred=nao', 'limit=0'])
      expect((await reader.get(`/mailboxes/${box.id}/messages?${query}`)).status).toBe(400);
  });

  it('need the scope, or a role in the mailbox', async () => {
    const box = await mailbox();
    const { id } = await insert(box);
    const rival = await (await stack.createTenant()).key('email:read');
    const admin = await tenant.session('admin');
    const member = await tenant.member('member');
    for (const path of ['', `/${id}`, `/${id}/raw`, `/${id}/attachments/${v7()}`]) {
      const url = `/mailboxes/${box.id}/messages${path}`;
      const clients = [stack.anonymous, await tenant.key('mail:admin'), rival, admin, member.client];
      const answers = await Promise.all(clients.map((client) => client.get(url)));
      expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 403, 404]);
    }
    await stack.sql(`insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, 'reader')`, [
      tenant.id,
      box.id,
      member.userId,
    ]);
    expect((await member.client.get(`/mailboxes/${box.id}/messages/${id}`)).status).toBe(200);
  });
});

describe('a message', () => {
  it('is read with its texts, and is then marked as read', async () => {
    const box = await mailbox();
    const { id } = await insert(box, { authentication: { spf: 'pass', dkim: 'none', dmarc: 'none', arc: 'none' } });
    const { body } = await reader.get(`/mailboxes/${box.id}/messages/${id}`);
    expect(body).toMatchObject({ id, text: 'Hello there\r\n', html: null, lida: true, attachments: [] });
    expect(body.authentication.spf).toBe('pass');
    const [folder] = await stack.sql(`select total, unread from folder where mailbox_id = $1 and kind = 'inbox'`, [
      box.id,
    ]);
    expect(folder).toEqual({ total: 1, unread: 0 });
    expect((await reader.get(`/mailboxes/${box.id}/messages?unread=1`)).body.messages).toEqual([]);
  });

  it('is shown as safe HTML, with the images that came with it, and with others if asked', async () => {
    const box = await mailbox();
    const raw = [
      'From: Ana <ana@x.test>',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p onclick="x()">Hi<script>x()</script><img src="cid:logo@x"><img src="http://a.test/1.png"></p>',
      '',
    ].join('\r\n');
    const { hash: blobHash, bytes } = await write('png');
    const file = { fileName: 'a.png', contentType: 'image/png', isInline: true, blobHash, bytes };
    const { id } = await insert(
      box,
      { attachments: [{ ...file, contentId: 'logo@x', scanVerdict: 'unscanned' as const }] },
      raw,
    );
    const path = `/mailboxes/${box.id}/messages/${id}`;
    const { body } = await reader.get(path);
    const inline = `<img src="${path}/attachments/${body.attachments[0].id}" loading="lazy" referrerpolicy="no-referrer" />`;
    expect(body).toMatchObject({ html: `<p>Hi${inline}<img /></p>\r\n`, has_remote_images: true, html_clipped: false });
    const asked = (await reader.get(`${path}?images=1`)).body;
    expect(asked.html).toContain('<img src="http://a.test/1.png"');
    expect(asked.has_remote_images).toBe(false);
    expect((await reader.get(`${path}?images=maybe`)).status).toBe(400);
  });

  it('of another mailbox, or none, is not found', async () => {
    const [box, other] = [await mailbox(), await mailbox()];
    const { id } = await insert(other);
    for (const unknown of [id, v7(), 'x'])
      for (const path of ['', '/raw', `/attachments/${v7()}`])
        expect((await reader.get(`/mailboxes/${box.id}/messages/${unknown}${path}`)).status).toBe(404);
  });

  it('is downloaded as it came, with what was found out about it in front', async () => {
    const box = await mailbox();
    const spam = {
      score: 6.5,
      required: 5,
      action: 'spam' as const,
      symbols: ['A', 'B\r\nX-Injected: 1'],
      scores: { A: 4 },
      judge: 'rspamd' as const,
    };
    const results = 'mx.test;\r\n spf=pass\r\nX-Injected: 1';
    const { id } = await insert(box, { spam, authenticationResults: results });
    const path = `/mailboxes/${box.id}/messages/${id}/raw`;
    const { text, headers } = await reader.get(path);
    const front = [
      'X-Spam-Flag: YES',
      'X-Spam-Status: Yes, score=6.5 required=5.0 tests=A,BX-Injected1',
      'X-Spam-Score: 6.5',
      'X-Spam-Action: spam',
      'X-Spam-Symbols: A(4.00),BX-Injected1',
      'Authentication-Results: mx.test;',
      ' spf=pass',
      ' X-Injected: 1',
      '',
    ].join('\r\n');
    expect(text).toBe(front + RAW);
    expect(headers['content-type']).toBe('message/rfc822');
    const whole = Buffer.from(front + RAW);
    const cut = Buffer.byteLength(front);
    for (const [start, end] of [
      [0, 5],
      [cut - 3, cut + 3],
      [cut + 2, whole.length - 1],
    ] as const) {
      const part = await reader.with({ range: `bytes=${start}-${end}` }).get(path);
      expect([part.status, part.text]).toEqual([206, whole.subarray(start, end + 1).toString()]);
    }
    const sent = await insert(box, { origin: 'sent', folder: 'sent' });
    expect((await reader.get(`/mailboxes/${box.id}/messages/${sent.id}/raw`)).text).toBe(RAW);
  });

  it('has attachments that are downloads, infected ones only for who accepts the risk', async () => {
    const box = await mailbox();
    const file = { contentType: 'text/html', contentId: null, isInline: false };
    const { hash: blobHash, bytes } = await write('<b>content</b>');
    const attachments = [
      { ...file, fileName: 'orçamento.html', blobHash, bytes, scanVerdict: 'clean' as const },
      { ...file, fileName: 'virus.exe', blobHash, bytes, scanVerdict: 'infected' as const },
    ];
    const { id } = await insert(box, { attachments });
    const path = `/mailboxes/${box.id}/messages/${id}`;
    const [clean, infected] = (await reader.get(path)).body.attachments;
    const download = await reader.get(`${path}/attachments/${clean.id}`);
    expect(download.text).toBe('<b>content</b>');
    expect(download.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''or%C3%A7amento\.html/);
    expect(download.headers['content-type']).toBe('application/octet-stream');
    const refused = await reader.get(`${path}/attachments/${infected.id}`);
    expect([refused.status, refused.body.error]).toEqual([422, 'AnexoInfectado']);
    expect((await reader.get(`${path}/attachments/${infected.id}?aceito_risco=1`)).text).toBe('<b>content</b>');
    expect((await reader.get(`${path}/attachments/x`)).status).toBe(404);
  });
});
