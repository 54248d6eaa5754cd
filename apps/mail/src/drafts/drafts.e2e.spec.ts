import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { newMessage } from '../../../../test/support/mail-fixtures.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { GrantRole } from '../mailboxes/mailbox-values.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let member: Awaited<ReturnType<MailTenant['member']>>;
let client: HttpClient;

beforeAll(async () => {
  ({ domain } = await createDomain(stack.app, tenant.id));
  member = await tenant.member('member');
  ({ client } = member);
});
const mailbox = (role: GrantRole = 'sender'): Promise<Mailbox> =>
  createMailbox(stack.app, domain, undefined, [{ userId: member.userId, role }]);

const pathOf = ({ id }: { id: string }) => `/mailboxes/${id}/drafts`;
const begun = async (box: Mailbox, body: object = {}) => (await client.post(pathOf(box), body)).body;

function form(
  content: string | Buffer,
  { name = 'a.txt', type = 'text/plain', field = 'arquivo', contentId = '' } = {},
): Buffer {
  const part = (head: string, body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    ...(contentId ? [part('name="content_id"', contentId)] : []),
    part(`name="${field}"; filename="${name}"\r\nContent-Type: ${type}`, content),
    Buffer.from('--x--\r\n'),
  ]);
}

const upload = (path: string, body: Buffer) =>
  client.send('POST', path, body, { 'content-type': 'multipart/form-data; boundary=x' });

describe('a draft', () => {
  it('is begun with nothing, read, changed and deleted', async () => {
    const box = await mailbox();
    const { status, body, headers } = await client.post(pathOf(box), {});
    expect([status, body.version, body.subject, body.to, body.text]).toEqual([201, 1, '', [], null]);
    expect((await client.get(String(headers['location']))).body).toEqual(body);
    const changes = { version: 1, to: ['ana@'], subject: 'Hi', html: '<p onclick=x>Hi <img src="cid:a@b"></p>' };
    const changed = (await client.patch(`${pathOf(box)}/${body.id}`, changes)).body;
    expect(changed).toMatchObject({ id: body.id, version: 2, to: ['ana@'], subject: 'Hi', snippet: 'Hi' });
    expect(changed.html).toMatch(/^<p>Hi <img src="cid:a@b"[^>]*><\/p>$/);
    expect((await client.get(`${pathOf(box)}/${body.id}`)).body).toEqual(changed);
    expect((await client.delete(`${pathOf(box)}/${body.id}`)).status).toBe(204);
    for (const unknown of [body.id, v7(), 'x'])
      expect((await client.get(`${pathOf(box)}/${unknown}`)).status).toBe(404);
    const [row] = await stack.sql<{ used_bytes: string }>('select used_bytes from mailbox where id = $1', [box.id]);
    expect(Number(row?.used_bytes)).toBe(0);
  });

  it('is a message in the folder drafts, with the addresses that are valid', async () => {
    const box = await mailbox();
    const { id } = await begun(box, {
      to: ['Ana <ana@x.test>', 'bia@'],
      bcc: ['c@x.test'],
      subject: 'One',
      text: 'Hello',
    });
    await client.patch(`${pathOf(box)}/${id}`, { version: 1, subject: 'Two' });
    const { messages } = (await client.get(`/mailboxes/${box.id}/messages?folder=drafts`)).body;
    expect(messages).toMatchObject([
      {
        id,
        subject: 'Two',
        origin: 'draft',
        lida: true,
        snippet: 'Hello',
        to: [{ name: 'Ana', address: 'ana@x.test' }],
      },
    ]);
    const raw = (await client.get(`/mailboxes/${box.id}/messages/${id}/raw`)).text;
    expect(raw).toContain('Subject: Two');
    expect(raw).not.toContain('c@x.test');
    expect((await client.get(`/mailboxes/${box.id}/messages/${id}`)).body).toMatchObject({ text: 'Hello\r\n' });
    const [folder] = await stack.sql(`select total, unread from folder where mailbox_id = $1 and kind = 'drafts'`, [
      box.id,
    ]);
    expect(folder).toEqual({ total: 1, unread: 0 });
  });

  it('that two tabs change is changed by the first, and shown as it is to the second', async () => {
    const box = await mailbox();
    const { id } = await begun(box);
    const path = `${pathOf(box)}/${id}`;
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => client.patch(path, { version: 1, text })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const saved = answers.find(({ status }) => status === 200)!.body;
    const late = await client.patch(path, { version: 1, text: 'late' });
    expect([late.status, late.body.error]).toEqual([409, 'Conflict']);
    expect(late.body.draft).toEqual(saved);
    expect((await client.patch(path, { version: late.body.draft.version, text: 'late' })).status).toBe(200);
  });

  it('answers a message in its thread', async () => {
    const box = await mailbox();
    const raw = ['From: ana@x.test', 'Subject: Hi', 'References: <first@x.test>', '', 'Hello', ''].join('\r\n');
    const { hash: blobHash, bytes } = await stack.app
      .get(Blobs, { strict: false })
      .write(tenant.id, [Buffer.from(raw)], 1e6);
    const values = newMessage(box, { blobHash, bytes, messageId: 'second@x.test', references: ['first@x.test'] });
    const answered = await stack.app
      .get(Database, { strict: false })
      .tenant(tenant.id, (tx) => stack.app.get(MessageStore, { strict: false }).insert(tx, tenant.id, values));
    const draft = await begun(box, { in_reply_to: answered.id, subject: 'Re: Hi' });
    expect(draft).toMatchObject({ in_reply_to: 'second@x.test', thread_id: answered.threadId });
    const { text } = await client.get(`/mailboxes/${box.id}/messages/${draft.id}/raw`);
    expect(text).toContain('In-Reply-To: <second@x.test>');
    expect(text).toContain('References: <first@x.test> <second@x.test>');
    expect((await client.post(pathOf(box), { in_reply_to: v7() })).status).toBe(400);
  });

  it.each([
    { subject: 'a\r\nBcc: x@x.test' },
    { to: 'ana@x.test' },
    { to: Array.from({ length: 101 }, () => 'a@x.test') },
    { text: 1 },
    { text: 'a\0b' },
    { html: '\ud800' },
    { version: 1 },
    { in_reply_to: 'x' },
  ])('of %j is invalid', async (body) => {
    expect((await client.post(pathOf(await mailbox()), body)).status).toBe(400);
  });

  it.each([{}, { text: 'x' }, { version: 0, text: 'x' }, { version: 1 }, { version: 1, more: 1 }])(
    'is not changed by %j',
    async (body) => {
      const box = await mailbox();
      const { id } = await begun(box);
      expect((await client.patch(`${pathOf(box)}/${id}`, body)).status).toBe(400);
    },
  );

  it('is of who may send from its mailbox, and read by its readers', async () => {
    const [box, other] = [await mailbox('reader'), await mailbox()];
    const { id } = await begun(other);
    expect((await client.post(pathOf(box), {})).status).toBe(403);
    expect((await client.get(pathOf(box))).status).toBe(200);
    expect((await client.get(`${pathOf(box)}/${id}`)).status).toBe(404);
    expect((await (await tenant.key('email:send')).get(pathOf(other))).status).toBe(403);
    const rival = await (await stack.createTenant()).session('admin');
    expect((await rival.get(`${pathOf(other)}/${id}`)).status).toBe(404);
  });
});

describe('the drafts of a mailbox', () => {
  it('are listed page by page, the one changed last first', async () => {
    const box = await mailbox();
    const [one] = [await begun(box, { subject: 'one' }), await begun(box, { subject: 'two' })];
    await begun(box, { subject: 'three' });
    await client.patch(`${pathOf(box)}/${one.id}`, { version: 1, subject: 'changed' });
    const first = (await client.get(`${pathOf(box)}?limit=2`)).body;
    const second = (await client.get(`${pathOf(box)}?limit=2&cursor=${first.next_cursor}`)).body;
    const subjects = [...first.drafts, ...second.drafts].map(({ subject }: { subject: string }) => subject);
    expect([subjects, second.next_cursor]).toEqual([['changed', 'three', 'two'], '']);
    expect(first.drafts[0]).not.toHaveProperty('html');
  });
});

describe('a file of a draft', () => {
  it('is attached, downloaded, shown in lists, and removed', async () => {
    const box = await mailbox();
    const { id } = await begun(box);
    const path = `${pathOf(box)}/${id}/attachments`;
    const { status, body, headers } = await upload(path, form('hello', { name: 'olá.txt' }));
    expect([status, body.filename, body.size, body.inline]).toEqual([201, 'olá.txt', 5, false]);
    expect((await client.get(String(headers['location']))).text).toBe('hello');
    const inline = (await upload(path, form('png', { type: 'image/png', contentId: 'a@b' }))).body;
    expect(inline).toMatchObject({ content_id: 'a@b', inline: true, content_type: 'image/png' });
    const draft = (await client.get(`${pathOf(box)}/${id}`)).body;
    expect([draft.version, draft.has_attachments, draft.attachments.length]).toEqual([1, true, 2]);
    expect((await client.delete(`${path}/${body.id}`)).status).toBe(204);
    expect((await client.delete(`${path}/${body.id}`)).status).toBe(404);
    expect((await client.get(`${pathOf(box)}/${id}`)).body.has_attachments).toBe(false);
    const saved = (await client.patch(`${pathOf(box)}/${id}`, { version: 1, text: 'x' })).body;
    expect(saved.attachments).toMatchObject([{ id: inline.id }]);
  });

  it('has at most 25 MiB, as have all together', async () => {
    const { id: boxId } = await mailbox();
    const { id } = (await client.post(`/mailboxes/${boxId}/drafts`, {})).body;
    const path = `/mailboxes/${boxId}/drafts/${id}/attachments`;
    expect((await upload(path, form(Buffer.alloc(25 * 1024 * 1024 + 1)))).status).toBe(413);
    expect((await upload(path, form(Buffer.alloc(20 * 1024 * 1024)))).status).toBe(201);
    expect((await upload(path, form(Buffer.alloc(6 * 1024 * 1024)))).status).toBe(413);
    expect((await upload(path, form(Buffer.alloc(5 * 1024 * 1024)))).status).toBe(201);
  });

  it('needs room in its mailbox', async () => {
    const box = await mailbox();
    const { id } = await begun(box);
    await stack.sql('update mailbox set quota_bytes = 10000 where id = $1', [box.id]);
    const path = `${pathOf(box)}/${id}/attachments`;
    expect((await upload(path, form(Buffer.alloc(9_000)))).status).toBe(201);
    expect((await upload(path, form(Buffer.alloc(900)))).status).toBe(409);
  });

  it('is invalid without its field, a draft, or with a bad content id', async () => {
    const box = await mailbox();
    const path = `${pathOf(box)}/${(await begun(box)).id}/attachments`;
    expect((await upload(path, form('x', { field: 'file' }))).status).toBe(400);
    expect((await upload(path, form('x', { contentId: 'a b' }))).status).toBe(400);
    expect((await client.post(path, {})).status).toBe(400);
    expect((await upload(`${pathOf(box)}/${v7()}/attachments`, form('x'))).status).toBe(404);
  });
});
