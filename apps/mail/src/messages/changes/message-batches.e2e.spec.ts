import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { newMessage } from '../../../../../test/support/mail-fixtures.js';
import { createDomain, createMailbox } from '../../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../../test/support/mail-stack.js';
import { requestStatements } from '../../../../../test/support/statements.js';
import type { MailDomain } from '../../domains/mail-domain.entity.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MessageStore } from '../store/message-store.js';
import type { NewMessage } from '../store/new-message.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const CHANGES = /^\s*(with|select|insert|update|delete)/i;

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];
let user: HttpClient;

beforeAll(async () => {
  ({ domain } = await createDomain(stack.app, tenant.id));
  ({ userId, client: user } = await tenant.member('member'));
});
async function box(): Promise<{ mailbox: Mailbox; path: string; folders: Record<string, string> }> {
  const mailbox = await createMailbox(stack.app, domain, undefined, [{ userId, role: 'sender' }]);
  const path = `/mailboxes/${mailbox.id}`;
  const { folders } = (await user.get(`${path}/folders`)).body as { folders: { id: string; kind: string }[] };
  return { mailbox, path, folders: Object.fromEntries(folders.map(({ id, kind }) => [kind, id])) };
}

const insert = async (mailbox: Mailbox, values: Partial<NewMessage> = {}): Promise<string> =>
  (await insertMany(mailbox, [values]))[0]!;

const insertMany = async (mailbox: Mailbox, all: Partial<NewMessage>[]): Promise<string[]> => {
  const store = stack.app.get(MessageStore, { strict: false });
  const rows = await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) =>
    store.insertMany(
      tx,
      tenant.id,
      mailbox.id,
      all.map((values) => newMessage(mailbox, values)),
    ),
  );
  return rows.map(({ id }) => id);
};

/** The rows whose counts are not those of the messages that there are. */
const miscounted = (mailbox: Mailbox) =>
  stack.sql(
    `select folder.kind as name, folder.total, folder.unread, count(m.id)::int as has from folder
       left join mail_message m on m.tenant_id = folder.tenant_id and m.folder_id = folder.id
      where folder.mailbox_id = $1 group by folder.tenant_id, folder.id
     having folder.total <> count(m.id) or folder.unread <> count(m.id) filter (where not m.is_read)
     union all
     select label.name, label.total, label.unread, count(m.id)::int from label
       left join message_label given on given.tenant_id = label.tenant_id and given.label_id = label.id
       left join (mail_message m join folder on folder.tenant_id = m.tenant_id and folder.id = m.folder_id
                  and folder.kind not in ('spam', 'trash', 'quarantine'))
              on m.tenant_id = given.tenant_id and m.id = given.message_id
      where label.mailbox_id = $1 group by label.tenant_id, label.id
     having label.total <> count(m.id) or label.unread <> count(m.id) filter (where not m.is_read)
     union all
     select 'bytes', mailbox.used_bytes, 0, coalesce(sum(m.bytes), 0) from mailbox
       left join mail_message m on m.tenant_id = mailbox.tenant_id and m.mailbox_id = mailbox.id
      where mailbox.id = $1 group by mailbox.tenant_id, mailbox.id
     having mailbox.used_bytes <> coalesce(sum(m.bytes), 0)`,
    [mailbox.id],
  );

describe('a batch of messages', () => {
  it('is marked, starred and moved in one call', async () => {
    const { mailbox, path, folders } = await box();
    const ids = await insertMany(mailbox, [{}, {}, {}]);
    const asked = { message_ids: ids, lida: true, favorita: true, folder_id: folders['archive'] };
    expect(await user.patch(`${path}/messages`, asked)).toMatchObject({
      status: 200,
      body: { alteradas: 3, ignoradas: [] },
    });
    const { messages } = (await user.get(`${path}/messages?folder=archive&starred=1`)).body;
    expect(messages.map(({ id, lida }: { id: string; lida: boolean }) => [id, lida]).toSorted()).toEqual(
      ids.map((id) => [id, true]).toSorted(),
    );
    expect(await miscounted(mailbox)).toEqual([]);
  });

  it('leaves what may not be moved so where it is, and names it', async () => {
    const { mailbox, path, folders } = await box();
    const [inbox, draft, quarantined] = [
      await insert(mailbox),
      await insert(mailbox, { folder: 'drafts', origin: 'draft' }),
      await insert(mailbox, { folder: 'quarantine', quarantineReason: 'infected' }),
    ];
    const other = await insert((await box()).mailbox);
    const message_ids = [inbox, draft, quarantined, other, v7()];
    const { body } = await user.patch(`${path}/messages`, { message_ids, folder_id: folders['archive'] });
    expect(body).toEqual({ alteradas: 1, ignoradas: message_ids.slice(1) });
    expect((await user.patch(`${path}/messages`, { message_ids, lida: true })).body).toEqual({
      alteradas: 3,
      ignoradas: message_ids.slice(3),
    });
    expect(await miscounted(mailbox)).toEqual([]);
  });

  it('takes as many statements for fifty messages as for two', async () => {
    const { mailbox, path, folders } = await box();
    const ids = await insertMany(
      mailbox,
      Array.from({ length: 104 }, () => ({})),
    );
    const statements = async (message_ids: string[]) => {
      const asked = { message_ids, folder_id: folders['trash'] };
      const moved = await requestStatements(`${path}/messages`, () => user.patch(`${path}/messages`, asked), CHANGES);
      const trash = `${path}/messages/delete`;
      const deleted = await requestStatements(trash, () => user.post(trash, { message_ids }), CHANGES);
      return [moved.length, deleted.length];
    };
    expect(await statements(ids.slice(0, 50))).toEqual(await statements(ids.slice(50, 52)));
  });

  it('is deleted for good, what is in the trash, in spam and in quarantine', async () => {
    const { mailbox, path } = await box();
    const ids: string[] = [];
    for (const folder of ['trash', 'spam', 'quarantine', 'inbox'] as const) ids.push(await insert(mailbox, { folder }));
    const { body } = await user.post(`${path}/messages/delete`, { message_ids: ids });
    expect(body).toEqual({ apagadas: 3, ignoradas: ids.slice(3) });
    expect(await miscounted(mailbox)).toEqual([]);
  });

  it.each([
    { message_ids: [], lida: true },
    { message_ids: ['x'], lida: true },
    { message_ids: Array.from({ length: 501 }, () => v7()), lida: true },
    { message_ids: [v7()] },
    { lida: true },
    { message_ids: [v7()], lida: true, label: 'x' },
  ])('is not changed by a wrong body', async (body) => {
    const { path } = await box();
    expect((await user.patch(`${path}/messages`, body)).status).toBe(400);
  });

  it('goes to no folder of another mailbox', async () => {
    const { mailbox, path } = await box();
    const message_ids = [await insert(mailbox)];
    const { archive: folder_id } = (await box()).folders;
    expect((await user.patch(`${path}/messages`, { message_ids, folder_id })).status).toBe(404);
  });

  it('is changed by nobody who may only read', async () => {
    const { mailbox, path } = await box();
    const { userId: readerId, client: reader } = await tenant.member('member');
    await stack.sql('insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, $4)', [
      tenant.id,
      mailbox.id,
      readerId,
      'reader',
    ]);
    const message_ids = [await insert(mailbox)];
    expect((await reader.patch(`${path}/messages`, { message_ids, lida: true })).status).toBe(403);
    expect((await reader.post(`${path}/messages/delete`, { message_ids })).status).toBe(403);
  });
});

describe('a folder', () => {
  it.each(['trash', 'spam'] as const)('of the kind %s is emptied', async (folder) => {
    const { mailbox, path, folders } = await box();
    await insertMany(
      mailbox,
      Array.from({ length: 501 }, () => ({ folder, subject: 'old' })),
    );
    const kept = await insert(mailbox);
    const { status, body } = await user.post(`${path}/folders/${folders[folder]}/empty`, {});
    expect([status, body]).toEqual([200, { apagadas: 501, restantes: 0 }]);
    expect((await user.get(`${path}/messages?todas=1&ocultas=1`)).body.messages).toMatchObject([{ id: kept }]);
    expect(await miscounted(mailbox)).toEqual([]);
  });

  it.each(['inbox', 'sent', 'drafts', 'quarantine'])('of the kind %s is not', async (kind) => {
    const { path, folders } = await box();
    expect((await user.post(`${path}/folders/${folders[kind]}/empty`, {})).status).toBe(409);
  });

  it('that the mailbox does not have is not found', async () => {
    const { path } = await box();
    for (const id of [(await box()).folders['trash'], v7(), 'x'])
      expect((await user.post(`${path}/folders/${id}/empty`, {})).status).toBe(404);
  });
});

describe('two clients that change the same messages', () => {
  it('lose no update, and all counts stay exact', async () => {
    const { mailbox, path, folders } = await box();
    const labels: string[] = [];
    for (const name of ['One', 'Two']) labels.push((await user.post(`${path}/labels`, { name })).body.id);
    const ids = await insertMany(
      mailbox,
      Array.from({ length: 24 }, () => ({})),
    );
    const places = ['inbox', 'archive', 'trash'].map((kind) => folders[kind]!);
    /** Another order of the same operations for each client. */
    const operationsOf = (client: number) =>
      Array.from({ length: 40 }, (_, step) => {
        const n = (step * 7 + client * 13) % 40;
        const message_ids = ids.filter((_id, index) => (index + n) % 3 !== 0);
        const one = ids[n % ids.length]!;
        const change = { message_ids, lida: n % 2 === 0, folder_id: places[n % 3]! };
        return [
          () => user.patch(`${path}/messages`, change),
          () => user.patch(`${path}/messages/${one}`, { favorita: n % 2 === 0, folder_id: places[n % 3] }),
          () =>
            user.post(`${path}/messages/labels`, {
              message_ids,
              aplicar: [labels[n % 2]],
              remover: [labels[(n + 1) % 2]],
            }),
          () => user.post(`${path}/messages/delete`, { message_ids: [one] }),
          () => insert(mailbox).then(() => ({ status: 200 })),
        ][n % 5]!;
      });
    const run = async (client: number) => {
      const statuses: number[] = [];
      for (const operation of operationsOf(client)) statuses.push((await operation()).status);
      return statuses;
    };
    const statuses = (await Promise.all([run(0), run(1), run(2)])).flat();
    // A message that another client deleted is not found.
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await miscounted(mailbox)).toEqual([]);
    const last = await insert(mailbox);
    await Promise.all([
      user.patch(`${path}/messages/${last}`, { favorita: true }),
      user.patch(`${path}/messages`, { message_ids: [last], lida: true }),
      user.post(`${path}/messages/labels`, { message_ids: [last], aplicar: labels }),
    ]);
    const { messages } = (await user.get(`${path}/messages?folder=inbox&starred=1`)).body;
    expect(messages.find(({ id }: { id: string }) => id === last)).toMatchObject({
      lida: true,
      favorita: true,
      label_ids: [...labels].toSorted(),
    });
  });
});
