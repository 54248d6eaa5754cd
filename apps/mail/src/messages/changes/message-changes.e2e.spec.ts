import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import type { MailDomain } from '../../domains/mail-domain.entity.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../mail-message.entity.js';
import { MessageStore } from '../store/message-store.js';
import type { NewMessage } from '../store/new-message.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let user: HttpClient;
let userId: string;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'changes.test');
  ({ client: user, userId } = await tenant.member('member'));
});
const GRANT = 'insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, $4)';

async function box(role = 'sender', grantee = userId): Promise<{ mailbox: Mailbox; path: string }> {
  const mailbox = await createMailbox(stack, domain, v7());
  await stack.sql(GRANT, [tenant.id, mailbox.id, grantee, role]);
  return { mailbox, path: `/mailboxes/${mailbox.id}` };
}

const insert = (mailbox: Mailbox, values: Partial<NewMessage> = {}): Promise<MailMessage> =>
  stack.app
    .get(Database, { strict: false })
    .tenant(tenant.id, (tx) =>
      stack.app.get(MessageStore, { strict: false }).insert(tx, tenant.id, newMessage(mailbox, values)),
    );

interface Folder {
  id: string;
  kind: string;
  total: number;
  unread: number;
}
/** Counts of a row, beside the messages that there are. */
interface Counted {
  total: number;
  unread: number;
  has: number;
  has_unread: number;
}

const foldersOf = async (path: string) => (await user.get(`${path}/folders`)).body.folders as Folder[];
const folderOf = async (path: string, kind: string) => (await foldersOf(path)).find((one) => one.kind === kind)!;
const subjects = async (path: string, query: string) =>
  ((await user.get(`${path}/messages?${query}`)).body.messages as { subject: string }[])
    .map(({ subject }) => subject)
    .join();

describe('a list of messages', () => {
  it('is of all folders but drafts if asked, hidden ones included if asked for, too', async () => {
    const { mailbox, path } = await box();
    for (const folder of ['inbox', 'sent', 'drafts', 'spam', 'trash', 'quarantine'] as const)
      await insert(mailbox, { folder, subject: folder });
    expect(await subjects(path, '')).toBe('drafts,sent,inbox');
    expect(await subjects(path, 'todas=1')).toBe('sent,inbox');
    expect(await subjects(path, 'todas=sim&folder=spam')).toBe('sent,inbox');
    expect(await subjects(path, 'todas=1&ocultas=true')).toBe('quarantine,trash,spam,sent,inbox');
    expect((await user.get(`${path}/messages?todas=0`)).status).toBe(400);
  });

  it('is by label, page by page, and names the labels of each message', async () => {
    const { mailbox, path } = await box();
    const { id } = (await user.post(`${path}/labels`, { name: 'Work' })).body;
    const ids: string[] = [];
    for (const subject of ['one', 'two', 'three', 'four']) ids.push((await insert(mailbox, { subject })).id);
    await user.post(`${path}/messages/labels`, { message_ids: ids.slice(0, 3), aplicar: [id] });
    const first = (await user.get(`${path}/messages?label=${id}&limit=2`)).body;
    expect(first.messages).toMatchObject([
      { subject: 'three', label_ids: [id] },
      { subject: 'two', label_ids: [id] },
    ]);
    const second = (await user.get(`${path}/messages?label=${id}&limit=2&cursor=${first.next_cursor}`)).body;
    expect([second.messages[0].subject, second.next_cursor]).toEqual(['one', '']);
    expect((await user.get(`${path}/messages?limit=1`)).body.messages[0]).toMatchObject({ label_ids: [] });
    expect(await subjects(path, `label=${v7()}`)).toBe('');
    expect((await user.get(`${path}/messages?label=x`)).status).toBe(400);
  });
});

describe('a message', () => {
  it('is marked, starred and moved in one call, and what is absent stays', async () => {
    const { mailbox, path } = await box();
    const { id } = await insert(mailbox);
    const archive = await folderOf(path, 'archive');
    const { status, body } = await user.patch(`${path}/messages/${id}`, {
      lida: true,
      favorita: true,
      folder_id: archive.id,
    });
    expect([status, body]).toMatchObject([200, { id, lida: true, favorita: true, folder_id: archive.id }]);
    expect((await user.patch(`${path}/messages/${id}`, { lida: false })).body).toMatchObject({
      lida: false,
      favorita: true,
      folder_id: archive.id,
    });
    expect(await folderOf(path, 'archive')).toMatchObject({ total: 1, unread: 1 });
    expect(await folderOf(path, 'inbox')).toMatchObject({ total: 0, unread: 0 });
  });

  it.each([{}, { lida: 'yes' }, { folder_id: 'inbox' }, { read: true }, { lida: null }])(
    'is not changed by %j',
    async (body) => {
      const { mailbox, path } = await box();
      const { id } = await insert(mailbox);
      expect((await user.patch(`${path}/messages/${id}`, body)).status).toBe(400);
    },
  );

  it('moves to no folder of another mailbox, into no quarantine, and not among the drafts', async () => {
    const { mailbox, path } = await box();
    const { id } = await insert(mailbox);
    const move = async (folder_id: string) => (await user.patch(`${path}/messages/${id}`, { folder_id })).status;
    expect(await move((await folderOf((await box()).path, 'inbox')).id)).toBe(404);
    expect(await move(v7())).toBe(404);
    expect(await move((await folderOf(path, 'quarantine')).id)).toBe(409);
    expect(await move((await folderOf(path, 'drafts')).id)).toBe(409);
  });

  it('that is a draft moves to the trash and back, and elsewhere not', async () => {
    const { mailbox, path } = await box();
    const { id } = await insert(mailbox, { origin: 'draft', folder: 'drafts' });
    const move = async (kind: string) =>
      (await user.patch(`${path}/messages/${id}`, { folder_id: (await folderOf(path, kind)).id })).status;
    expect([await move('inbox'), await move('trash'), await move('drafts')]).toEqual([409, 200, 200]);
  });

  it('is deleted for good from the trash, from spam and from quarantine only', async () => {
    const { mailbox, path } = await box();
    const { id } = await insert(mailbox);
    expect((await user.delete(`${path}/messages/${id}`)).status).toBe(409);
    await user.patch(`${path}/messages/${id}`, { folder_id: (await folderOf(path, 'trash')).id });
    expect((await user.delete(`${path}/messages/${id}`)).status).toBe(204);
    expect((await user.delete(`${path}/messages/${id}`)).status).toBe(404);
    expect(await folderOf(path, 'trash')).toMatchObject({ total: 0, unread: 0 });
  });

  it('is changed by senders, not by readers, keys and other accounts', async () => {
    const { mailbox, path } = await box('reader');
    const { id } = await insert(mailbox);
    const clients = [user, await tenant.key('email:read'), await (await stack.createTenant()).session()];
    for (const [index, client] of clients.entries()) {
      const expected = index === 2 ? 404 : 403;
      expect((await client.patch(`${path}/messages/${id}`, { lida: true })).status).toBe(expected);
      expect((await client.delete(`${path}/messages/${id}`)).status).toBe(expected);
      expect((await client.post(`${path}/messages/${id}/quarantine/release`, { confirmo: true })).status).toBe(
        expected,
      );
    }
  });

  it('is not lost, and is counted once, when two clients change it at the same time', async () => {
    const { mailbox, path } = await box();
    const { id } = (await user.post(`${path}/labels`, { name: 'Race' })).body;
    const messages: MailMessage[] = [];
    for (let n = 0; n < 4; n += 1) messages.push(await insert(mailbox, { isRead: n % 2 === 0 }));
    const kinds = ['archive', 'trash', 'inbox', 'spam'];
    const folders = await Promise.all(kinds.map(async (kind) => (await folderOf(path, kind)).id));
    const ids = messages.map((message) => message.id);
    const change = (n: number): Promise<{ status: number }> => {
      const one = `${path}/messages/${ids[n % 4]}`;
      if (n % 5 === 0) return user.post(`${path}/messages/labels`, { message_ids: ids, aplicar: [id] });
      if (n % 5 === 1) return user.post(`${path}/messages/labels`, { message_ids: ids.slice(1), remover: [id] });
      if (n % 5 === 2) return user.delete(one);
      return user.patch(one, { lida: n % 2 === 0, folder_id: folders[(n >> 2) % 4] });
    };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => change(n)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const counted = await stack.sql<Counted>(
      `select kind, total, unread,
         (select count(*)::int from mail_message m where m.folder_id = folder.id) as has,
         (select count(*)::int from mail_message m where m.folder_id = folder.id and not is_read) as has_unread
         from folder where mailbox_id = $1`,
      [mailbox.id],
    );
    for (const { total, unread, has, has_unread } of counted) expect([total, unread]).toEqual([has, has_unread]);
    const [label] = await stack.sql<Counted>(
      `select label.total, label.unread, count(m.id)::int as has, count(m.id) filter (where not m.is_read)::int as has_unread
         from label left join message_label on label_id = label.id
         left join (mail_message m join folder on folder.id = m.folder_id and folder.kind not in ('spam', 'trash', 'quarantine'))
           on m.id = message_label.message_id
        where label.id = $1 group by label.id, label.total, label.unread`,
      [id],
    );
    expect([label?.total, label?.unread]).toEqual([label?.has, label?.has_unread]);
  });
});

describe('a message in quarantine', () => {
  const quarantined = (mailbox: Mailbox, quarantineReason: 'infected' | 'signature') =>
    insert(mailbox, { folder: 'quarantine', quarantineReason });

  it('is released into the inbox by who confirms, and that is audited', async () => {
    const { mailbox, path } = await box();
    const { id } = await quarantined(mailbox, 'infected');
    const release = (body: object) => user.post(`${path}/messages/${id}/quarantine/release`, body);
    for (const body of [{}, { confirmo: false }, { confirmo: 'true' }, { confirmo: true, x: 1 }])
      expect((await release(body)).status, JSON.stringify(body)).toBe(400);
    const { status, body } = await release({ confirmo: true });
    expect([status, body]).toMatchObject([
      200,
      { id, folder_id: (await folderOf(path, 'inbox')).id, quarantine_reason: 'infected' },
    ]);
    expect((await release({ confirmo: true })).status).toBe(409);
    const entries = await stack.sql(`select action from audit_entry where object_id = $1`, [id]);
    expect(entries).toEqual([{ action: 'message.released' }]);
  });

  it('does not leave it in another way than to be deleted', async () => {
    const { mailbox, path } = await box();
    const { id } = await quarantined(mailbox, 'infected');
    const { id: inbox } = await folderOf(path, 'inbox');
    expect((await user.patch(`${path}/messages/${id}`, { folder_id: inbox })).status).toBe(409);
    expect((await user.patch(`${path}/messages/${id}`, { lida: true })).status).toBe(200);
    expect((await user.delete(`${path}/messages/${id}`)).status).toBe(204);
  });

  it('for its signature is released by admins alone', async () => {
    const admin = await tenant.member('admin');
    const { mailbox, path } = await box('sender', admin.userId);
    await stack.sql(GRANT, [tenant.id, mailbox.id, userId, 'owner']);
    const { id } = await quarantined(mailbox, 'signature');
    const release = (client: HttpClient) =>
      client.post(`${path}/messages/${id}/quarantine/release`, { confirmo: true });
    expect((await release(user)).status).toBe(403);
    expect((await release(admin.client)).status).toBe(200);
  });
});

describe('a thread', () => {
  it('is read with its messages, the oldest first', async () => {
    const { mailbox, path } = await box();
    const first = await insert(mailbox, { subject: 'Plan', messageId: 'plan@x.test' });
    await insert(mailbox, { subject: 'Re: Plan', references: ['plan@x.test'] });
    await insert(mailbox, { subject: 'Other', from: { name: '', address: 'rui@x.test' } });
    const { status, body } = await user.get(`${path}/threads/${first.threadId}`);
    expect([status, body]).toMatchObject([
      200,
      { id: first.threadId, subject: 'Plan', messages: [{ subject: 'Plan', lida: false }, { subject: 'Re: Plan' }] },
    ]);
    for (const other of [v7(), 'x']) expect((await user.get(`${path}/threads/${other}`)).status).toBe(404);
    expect((await user.get(`${(await box()).path}/threads/${first.threadId}`)).status).toBe(404);
    expect((await (await tenant.key('email:read')).get(`${path}/threads/${first.threadId}`)).status).toBe(200);
    expect((await (await tenant.key('email:send')).get(`${path}/threads/${first.threadId}`)).status).toBe(403);
  });
});
