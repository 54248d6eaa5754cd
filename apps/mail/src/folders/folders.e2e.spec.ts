import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { NewMessage } from '../messages/store/new-message.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let user: HttpClient;
let userId: string;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'folders.test');
  ({ client: user, userId } = await tenant.member('member'));
});
const GRANT = 'insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, $4)';

async function box(role = 'sender'): Promise<{ mailbox: Mailbox; path: string }> {
  const mailbox = await createMailbox(stack, domain, v7());
  await stack.sql(GRANT, [tenant.id, mailbox.id, userId, role]);
  return { mailbox, path: `/mailboxes/${mailbox.id}/folders` };
}

const insert = (mailbox: Mailbox, values: Partial<NewMessage>): Promise<MailMessage> =>
  stack.app
    .get(Database, { strict: false })
    .tenant(tenant.id, (tx) =>
      stack.app.get(MessageStore, { strict: false }).insert(tx, tenant.id, newMessage(mailbox, values)),
    );

interface Listed {
  id: string;
  kind: string;
  name: string;
  total: number;
  unread: number;
}
const foldersOf = async (path: string) => (await user.get(path)).body.folders as Listed[];

describe('the folders of a mailbox', () => {
  it('are those of the system in their order, then its own by name, with what they hold', async () => {
    const { mailbox, path } = await box();
    for (const name of ['Travel', 'Projects']) expect((await user.post(path, { name })).status).toBe(201);
    await insert(mailbox, { isRead: true });
    await insert(mailbox, {});
    const folders = await foldersOf(path);
    expect(folders.map(({ name }) => name).join()).toBe(
      'inbox,sent,drafts,archive,spam,trash,quarantine,Projects,Travel',
    );
    expect(folders[0]).toMatchObject({ kind: 'inbox', total: 2, unread: 1 });
  });

  it.each([{}, { name: '' }, { name: '  ' }, { name: 'a\nb' }, { name: 'x'.repeat(61) }, { name: 'x', kind: 'inbox' }])(
    'are refused where invalid: %j',
    async (body) => {
      expect((await user.post((await box()).path, body)).status).toBe(400);
    },
  );

  it('have one name each, which is none of a system folder', async () => {
    const { path } = await box();
    const { id } = (await user.post(path, { name: 'Work' })).body;
    for (const name of ['work', ' WORK ', 'Inbox', 'entrada', 'Todas'])
      expect((await user.post(path, { name })).status, name).toBe(409);
    const other = (await user.post(path, { name: 'Home' })).body.id;
    expect((await user.patch(`${path}/${other}`, { name: 'WORK' })).status).toBe(409);
    expect((await user.patch(`${path}/${other}`, { name: 'spam' })).status).toBe(409);
    expect((await user.patch(`${path}/${id}`, { name: 'WORK' })).body).toMatchObject({ id, name: 'WORK' });
  });

  it('of the system are neither renamed nor deleted', async () => {
    const { path } = await box();
    const [inbox] = await foldersOf(path);
    expect((await user.patch(`${path}/${inbox?.id}`, { name: 'Mine' })).status).toBe(409);
    expect((await user.delete(`${path}/${inbox?.id}`)).status).toBe(409);
  });

  it('are deleted when they are empty, and then alone', async () => {
    const { mailbox, path } = await box();
    const { id } = (await user.post(path, { name: 'Full' })).body;
    await insert(mailbox, { folder: { id } });
    const refused = await user.delete(`${path}/${id}`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('1 messages')]);
    const empty = (await user.post(path, { name: 'Empty' })).body.id;
    expect((await user.delete(`${path}/${empty}`)).status).toBe(204);
    expect((await user.delete(`${path}/${empty}`)).status).toBe(404);
  });

  it('are 200 at most', async () => {
    const { mailbox, path } = await box();
    await stack.sql(
      `insert into folder (tenant_id, id, mailbox_id, kind, name)
       select $1, gen_random_uuid(), $2, 'custom', 'n' || n from generate_series(1, 200) n`,
      [tenant.id, mailbox.id],
    );
    expect((await user.post(path, { name: 'one more' })).status).toBe(409);
  });

  it('are read by readers and changed by senders; those of another mailbox are not there', async () => {
    const [own, read] = [await box(), await box('reader')];
    const { id } = (await user.post(own.path, { name: 'Own' })).body;
    expect((await user.get(read.path)).status).toBe(200);
    expect((await user.post(read.path, { name: 'x' })).status).toBe(403);
    for (const other of [await box()]) {
      expect((await user.patch(`${other.path}/${id}`, { name: 'x' })).status).toBe(404);
      expect((await user.delete(`${other.path}/${id}`)).status).toBe(404);
    }
    expect((await (await tenant.key('email:read')).get(own.path)).status).toBe(403);
    expect((await (await (await stack.createTenant()).session()).get(own.path)).status).toBe(404);
  });
});
