import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { requestStatements } from '../../../../test/support/statements.js';
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
  domain = await createVerifiedDomain(stack, tenant.id, 'labels.test');
  ({ client: user, userId } = await tenant.member('member'));
});
const GRANT = 'insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, $4)';

interface Box {
  mailbox: Mailbox;
  path: string;
}

async function box(role = 'sender'): Promise<Box> {
  const mailbox = await createMailbox(stack, domain, v7());
  await stack.sql(GRANT, [tenant.id, mailbox.id, userId, role]);
  return { mailbox, path: `/mailboxes/${mailbox.id}` };
}

const inTenant = <T>(work: Parameters<Database['tenant']>[1]) =>
  stack.app.get(Database, { strict: false }).tenant(tenant.id, work) as Promise<T>;
const store = () => stack.app.get(MessageStore, { strict: false });
const insert = (mailbox: Mailbox, values: Partial<NewMessage> = {}) =>
  inTenant<MailMessage>((tx) => store().insert(tx, tenant.id, newMessage(mailbox, values)));

const label = async ({ path }: Box, name: string) => (await user.post(`${path}/labels`, { name })).body.id as string;
const countsOf = async ({ path }: Box, id: string) => {
  const { labels } = (await user.get(`${path}/labels/resumo`)).body as {
    labels: { id: string; total: number; unread: number }[];
  };
  const found = labels.find((one) => one.id === id);
  return [found?.total, found?.unread];
};

describe('the labels of a mailbox', () => {
  it('are those of the system from the start, and those that its users make', async () => {
    const { path } = await box();
    const made = await user.post(`${path}/labels`, { name: ' Invoices ', color: '#AABBCC' });
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Invoices', color: '#aabbcc', origin: 'user', system: false, system_key: null },
    ]);
    const { labels } = (await user.get(`${path}/labels`)).body as { labels: { name: string; system: boolean }[] };
    expect(labels.map(({ name, system }) => `${name} ${system}`)).toEqual([
      'Importante true',
      'Notificações true',
      'Pessoal true',
      'Promoções true',
      'Invoices false',
    ]);
  });

  it('have one name each, whatever the case', async () => {
    const { path } = await box();
    await user.post(`${path}/labels`, { name: 'Work' });
    const other = (await user.post(`${path}/labels`, { name: 'Home' })).body.id;
    expect((await user.post(`${path}/labels`, { name: 'work' })).status).toBe(409);
    expect((await user.post(`${path}/labels`, { name: 'PESSOAL' })).status).toBe(409);
    expect((await user.patch(`${path}/labels/${other}`, { name: 'WORK' })).status).toBe(409);
    expect((await user.patch(`${path}/labels/${other}`, { name: 'home' })).body.name).toBe('home');
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'x', color: 'red' }, 'color'],
    [{ name: 'x', colour: '#000000' }, 'colour'],
  ])('are refused where invalid: %j', async (body, field) => {
    const { path } = await box();
    const { status, text } = await user.post(`${path}/labels`, body);
    expect(status).toBe(400);
    expect(text).toContain(field);
  });

  it('of the system change their colour only, and stay', async () => {
    const { path } = await box();
    const [{ id, name }] = (await user.get(`${path}/labels`)).body.labels;
    expect((await user.patch(`${path}/labels/${id}`, { color: '#000000', name })).body.color).toBe('#000000');
    expect((await user.patch(`${path}/labels/${id}`, { name: 'Mine' })).status).toBe(409);
    expect((await user.patch(`${path}/labels/${id}`, {})).status).toBe(400);
    expect((await user.delete(`${path}/labels/${id}`)).status).toBe(409);
  });

  it('are 200 at most', async () => {
    const { path, mailbox } = await box();
    await stack.sql(
      `insert into label (tenant_id, id, mailbox_id, name, colour)
       select $1, gen_random_uuid(), $2, 'n' || n, '#000000' from generate_series(1, 196) n`,
      [tenant.id, mailbox.id],
    );
    expect((await user.post(`${path}/labels`, { name: 'one more' })).status).toBe(409);
  });

  it('are read by readers and changed by senders; those of another mailbox are not there', async () => {
    const [own, read] = [await box(), await box('reader')];
    const id = await label(own, 'Own');
    expect((await user.get(`${read.path}/labels`)).status).toBe(200);
    expect((await user.post(`${read.path}/labels`, { name: 'x' })).status).toBe(403);
    expect((await user.patch(`${(await box()).path}/labels/${id}`, { name: 'x' })).status).toBe(404);
    expect((await user.delete(`${(await box()).path}/labels/${id}`)).status).toBe(404);
    expect((await (await tenant.key('email:read')).get(`${own.path}/labels`)).status).toBe(403);
    expect((await (await (await stack.createTenant()).session()).get(`${own.path}/labels`)).status).toBe(404);
  });

  it('go with their messages still there', async () => {
    const own = await box();
    const [id, message] = [await label(own, 'Gone'), await insert(own.mailbox)];
    await user.post(`${own.path}/messages/${message.id}/labels`, { label_id: id });
    expect((await user.delete(`${own.path}/labels/${id}`)).status).toBe(204);
    expect((await user.get(`${own.path}/messages`)).body.messages).toHaveLength(1);
  });
});

describe('a message', () => {
  it('gets a label once, and loses it once', async () => {
    const own = await box();
    const [id, message] = [await label(own, 'Once'), await insert(own.mailbox)];
    const path = `${own.path}/messages/${message.id}/labels`;
    const apply = async () => (await user.post(path, { label_id: id })).body;
    expect([await apply(), await apply()]).toEqual([
      { vinculadas: 1, desvinculadas: 0 },
      { vinculadas: 0, desvinculadas: 0 },
    ]);
    expect(await countsOf(own, id)).toEqual([1, 1]);
    expect((await user.delete(`${path}/${id}`)).status).toBe(204);
    expect((await user.delete(`${path}/${id}`)).status).toBe(204);
    expect(await countsOf(own, id)).toEqual([0, 0]);
  });

  it('or a label that is not there is 404, a malformed id 400', async () => {
    const own = await box();
    const [id, message] = [await label(own, 'Here'), await insert(own.mailbox)];
    const apply = async (messageId: string, label_id: string) =>
      (await user.post(`${own.path}/messages/${messageId}/labels`, { label_id })).status;
    expect(await apply(v7(), id)).toBe(404);
    expect(await apply(message.id, v7())).toBe(404);
    expect(await apply(message.id, 'x')).toBe(400);
    expect((await user.delete(`${own.path}/messages/${message.id}/labels/${v7()}`)).status).toBe(404);
  });

  it('is counted by its labels as it is read, moved and deleted', async () => {
    const own = await box();
    const [id, message] = [await label(own, 'Counted'), await insert(own.mailbox)];
    await user.post(`${own.path}/messages/${message.id}/labels`, { label_id: id });
    const { tenantId } = own.mailbox;
    const update = (changes: object) =>
      inTenant((tx) => store().update(tx, tenantId, own.mailbox.id, message.id, changes));
    await update({ isRead: true });
    expect(await countsOf(own, id)).toEqual([1, 0]);
    const [trash] = await stack.sql<{ id: string }>(`select id from folder where mailbox_id = $1 and kind = 'trash'`, [
      own.mailbox.id,
    ]);
    await update({ folderId: trash!.id });
    expect(await countsOf(own, id)).toEqual([0, 0]);
    await update({ folderId: message.folderId, isRead: false });
    expect(await countsOf(own, id)).toEqual([1, 1]);
    await inTenant((tx) => store().delete(tx, tenantId, own.mailbox.id, message.id));
    expect(await countsOf(own, id)).toEqual([0, 0]);
  });
});

describe('many messages', () => {
  it('get and lose labels in one call, which counts what changed', async () => {
    const own = await box();
    const [a, b] = [await label(own, 'A'), await label(own, 'B')];
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await insert(own.mailbox)).id);
    const path = `${own.path}/messages/labels`;
    const first = await user.post(path, { message_ids: [...ids, v7()], aplicar: [a, b] });
    expect([first.status, first.body]).toEqual([200, { vinculadas: 6, desvinculadas: 0 }]);
    const second = await user.post(path, { message_ids: ids.slice(0, 2), aplicar: [a], remover: [b] });
    expect(second.body).toEqual({ vinculadas: 0, desvinculadas: 2 });
    expect([await countsOf(own, a), await countsOf(own, b)]).toEqual([
      [3, 3],
      [1, 1],
    ]);
  });

  it('leave those of another mailbox alone', async () => {
    const [own, other] = [await box(), await box()];
    const [id, foreign] = [await label(own, 'Mine'), await insert(other.mailbox)];
    const { body } = await user.post(`${own.path}/messages/labels`, { message_ids: [foreign.id], aplicar: [id] });
    expect(body).toEqual({ vinculadas: 0, desvinculadas: 0 });
    const theirs = await label(other, 'Theirs');
    const refused = await user.post(`${own.path}/messages/labels`, { message_ids: [foreign.id], aplicar: [theirs] });
    expect(refused.status).toBe(404);
  });

  const one = v7();
  it.each([
    ['no message', { message_ids: [], aplicar: [one] }],
    ['no label', { message_ids: [one], aplicar: [], remover: [] }],
    ['a malformed message', { message_ids: ['x'], aplicar: [one] }],
    ['a malformed label', { message_ids: [one], aplicar: ['x'] }],
    ['too many messages', { message_ids: Array.from({ length: 501 }, () => v7()), aplicar: [one] }],
    ['too many labels', { message_ids: [one], remover: Array.from({ length: 21 }, () => v7()) }],
    ['one label on both sides', { message_ids: [one], aplicar: [one], remover: [one.toUpperCase()] }],
  ])('are refused with %s', async (_name, body) => {
    const { path } = await box();
    expect((await user.post(`${path}/messages/labels`, body)).status).toBe(400);
  });

  it('take as many statements as one', async () => {
    const own = await box();
    const id = await label(own, 'Statements');
    const ids = [];
    for (let n = 0; n < 20; n += 1) ids.push((await insert(own.mailbox)).id);
    const path = `${own.path}/messages/labels`;
    const statements = (some: string[]) =>
      requestStatements(path, () => user.post(path, { message_ids: some, aplicar: [id] }), /./);
    const few = await statements(ids.slice(0, 1));
    const many = await statements(ids.slice(1));
    expect(many.length).toBe(few.length);
  });

  it('of a thread get a label together', async () => {
    const own = await box();
    const id = await label(own, 'Thread');
    const first = await insert(own.mailbox, { messageId: 'first@x.test' });
    const second = await insert(own.mailbox, { messageId: 'second@x.test', references: ['first@x.test'] });
    await insert(own.mailbox, { subject: 'Another', messageId: 'third@x.test' });
    expect(second.threadId).toBe(first.threadId);
    const { body } = await user.post(`${own.path}/threads/${first.threadId}/labels`, { label_id: id });
    expect(body).toEqual({ vinculadas: 2, desvinculadas: 0 });
    expect((await user.post(`${own.path}/threads/${v7()}/labels`, { label_id: id })).status).toBe(404);
  });
});
