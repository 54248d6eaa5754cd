import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { newMessage } from '../../../../test/support/mail-fixtures.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import { graphqlStatements } from '../../../../test/support/statements.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { NewMessage } from '../messages/store/new-message.js';
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
const mailbox = (): Promise<Mailbox> =>
  createMailbox(stack.app, domain, undefined, [{ userId: member.userId, role: 'owner' }]);

async function insert(box: Mailbox, values: Partial<NewMessage> = {}) {
  const raw = Buffer.from('From: Ana <ana@x.test>\r\nSubject: Hi\r\n\r\nHello there\r\n');
  const { hash: blobHash, bytes } = await stack.app.get(Blobs, { strict: false }).write(tenant.id, [raw], 1e6);
  const file = { fileName: 'a.txt', contentType: 'text/plain', bytes, contentId: null, isInline: false, blobHash };
  const attachments = [{ ...file, scanVerdict: 'clean' as const }];
  const message = newMessage(box, { blobHash, bytes, attachments, ...values });
  const store = stack.app.get(MessageStore, { strict: false });
  return stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => store.insert(tx, tenant.id, message));
}

const nodes = <T>({ edges }: { edges: { node: T }[] }): T[] => edges.map(({ node }) => node);
const selects = (query: string, variables: object) => graphqlStatements(client, query, variables, /^\s*(select|with)/i);

const BOX = { mailbox_id: 'ID!' };
const ONE = { ...BOX, id: 'ID!' };
const MESSAGE = `id mailbox_id folder_id thread_id origin message_id subject from { name address } to { name address }
  cc { name address } snippet date lida favorita has_attachments size label_ids scan_verdict quarantine_reason`;
const FILE = 'id filename content_type size content_id inline scan_verdict';
const LIST = operation(
  'query',
  'mailMessages',
  { ...BOX, first: 'Int', after: 'String', folder: 'String', unread: 'String', q: 'String', label: 'String' },
  `edges { node { ${MESSAGE} } } pageInfo { hasNextPage endCursor }`,
);
const UPDATE = operation('mutation', 'updateMailMessage', { ...ONE, input: 'UpdateMailMessageInput!' }, MESSAGE);

describe('messages by GraphQL', () => {
  it('are a connection with the filters of REST, newest first, and show what REST shows', async () => {
    const box = await mailbox();
    for (const subject of ['one', 'two', 'three']) await insert(box, { subject, isRead: subject === 'two' });
    const of = { mailbox_id: box.id };
    const { mailMessages } = await graphqlData(client, LIST, { ...of, first: 2 });
    const rest = (await client.get(`/mailboxes/${box.id}/messages?limit=2`)).body;
    expect(nodes(mailMessages)).toEqual(rest.messages);
    const { endCursor: after } = mailMessages.pageInfo;
    for (const [variables, subjects] of [
      [{ after }, ['one']],
      [{ unread: '1' }, ['three', 'one']],
      [{ folder: 'spam' }, []],
      [{ q: 'assunto:two' }, ['two']],
    ] as const) {
      const { mailMessages: found } = await graphqlData(client, LIST, { ...of, ...variables });
      expect(nodes<{ subject: string }>(found).map(({ subject }) => subject)).toEqual(subjects);
    }
    expect(await graphqlCodes(client, LIST, { ...of, q: 'de:(' })).toEqual(['SearchInvalid']);
    for (const [wrong, code] of [
      [{ folder: 'none' }, 'InvalidParameter'],
      [{ unread: '0' }, 'InvalidParameter'],
      [{ first: 201 }, 'ValidationError'],
      [{ after: 'x' }, 'InvalidParameter'],
    ] as const)
      expect(await graphqlCodes(client, LIST, { ...of, ...wrong }), JSON.stringify(wrong)).toEqual([code]);
  });

  it('are read, marked, moved, released and deleted', async () => {
    const box = await mailbox();
    const { id } = await insert(box);
    const of = { mailbox_id: box.id, id };
    const READ = operation('query', 'mailMessage', ONE, `${MESSAGE} text html attachments { ${FILE} }`);
    const { mailMessage } = await graphqlData(client, READ, of);
    expect(mailMessage).toMatchObject({ lida: true, text: expect.stringContaining('Hello there'), html: null });
    expect((await client.get(`/mailboxes/${box.id}/messages/${id}`)).body).toMatchObject(mailMessage);
    const { folders } = (await client.get(`/mailboxes/${box.id}/folders`)).body;
    const trash = folders.find(({ kind }: { kind: string }) => kind === 'trash').id;
    const DELETE = operation('mutation', 'deleteMailMessage', ONE);
    expect(await graphqlCodes(client, DELETE, of)).toEqual(['Conflict']);
    const input = { lida: false, favorita: true, folder_id: trash };
    const { updateMailMessage } = await graphqlData(client, UPDATE, { ...of, input });
    expect(updateMailMessage).toMatchObject(input);
    expect(await graphqlCodes(client, UPDATE, { ...of, input: {} })).toEqual(['ValidationError']);
    expect(await graphqlData(client, DELETE, of)).toEqual({ deleteMailMessage: id });
    expect(await graphqlCodes(client, READ, of)).toEqual(['NotFound']);
    const held = await insert(box, { folder: 'quarantine', quarantineReason: 'infected' });
    const RELEASE = operation(
      'mutation',
      'releaseMailMessage',
      { ...ONE, input: 'ReleaseMailMessageInput!' },
      'folder { kind }',
    );
    const release = (confirmo: boolean) =>
      askGraphql(client, RELEASE, { mailbox_id: box.id, id: held.id, input: { confirmo } });
    expect((await release(false)).errors[0]?.extensions['code']).toBe('ValidationError');
    expect((await release(true)).data).toEqual({ releaseMailMessage: { folder: { kind: 'inbox' } } });
  });

  it('have their folder, labels and files found in as many statements for fifty as for two', async () => {
    const box = await mailbox();
    const { body: label } = await client.post(`/mailboxes/${box.id}/labels`, { name: 'Bills' });
    const first = await insert(box);
    const ids = [first.id];
    for (let n = 1; n < 50; n += 1)
      ids.push((await insert(box, { inReplyTo: first.messageId!, references: [first.messageId!] })).id);
    await client.post(`/mailboxes/${box.id}/messages/labels`, { message_ids: ids, aplicar: [label.id] });
    const relations = `folder { kind } labels { name } attachments { filename }`;
    const query = `query ($mailbox_id: ID!, $first: Int) {
      mailMessages(mailbox_id: $mailbox_id, first: $first) { edges { node { ${relations} } } } }`;
    const of = { mailbox_id: box.id };
    await selects(query, { ...of, first: 2 });
    const [ofTwo, ofFifty] = [await selects(query, { ...of, first: 2 }), await selects(query, { ...of, first: 50 })];
    expect(ofFifty).toHaveLength(ofTwo.length);
    const placed = { folder: { kind: 'inbox' }, labels: [{ name: 'Bills' }], attachments: [{ filename: 'a.txt' }] };
    expect(nodes((await graphqlData(client, query, of)).mailMessages)).toEqual(
      Array.from({ length: 50 }, () => placed),
    );
    const thread = operation('query', 'mailThread', ONE, `id subject messages { ${relations} }`);
    const { mailThread } = await graphqlData(client, thread, { ...of, id: first.threadId });
    expect(mailThread).toEqual({
      id: first.threadId,
      subject: 'Hello',
      messages: Array.from({ length: 50 }, () => placed),
    });
    expect((await selects(thread, { ...of, id: first.threadId })).length).toBeLessThanOrEqual(ofTwo.length);
  });

  it('say where their raw text and their files are', async () => {
    const box = await mailbox();
    const { id } = await insert(box);
    const { attachments } = (await client.get(`/mailboxes/${box.id}/messages/${id}`)).body;
    const query = `query ($box: ID!, $id: ID!, $file: ID!) {
      mailMessageRaw(mailbox_id: $box, id: $id) { path }
      mailAttachment(mailbox_id: $box, message_id: $id, id: $file) { path } }`;
    const file = attachments[0].id;
    const { mailMessageRaw, mailAttachment } = await graphqlData(client, query, { box: box.id, id, file });
    for (const { path } of [mailMessageRaw, mailAttachment]) expect((await client.get(path)).status, path).toBe(200);
  });
});

describe('mailboxes by GraphQL', () => {
  it('have their domain, folders and labels found in as many statements for twenty as for two', async () => {
    const other = await tenant.member('member');
    for (let n = 0; n < 20; n += 1)
      await createMailbox(stack.app, domain, undefined, [{ userId: other.userId, role: 'reader' }]);
    const query = `query ($first: Int) { mailboxes(first: $first) { edges { node {
      address role domain { name keys { selector } } folders { kind unread } labels { name total } } } } }`;
    const count = (first: number) => graphqlStatements(other.client, query, { first }, /^\s*(select|with)/i);
    await count(2);
    const [ofTwo, ofTwenty] = [await count(2), await count(20)];
    expect(ofTwenty).toHaveLength(ofTwo.length);
    const found = nodes<{ domain: object; folders: object[]; labels: object[] }>(
      (await graphqlData(other.client, query, { first: 20 })).mailboxes,
    );
    expect(found).toHaveLength(20);
    for (const one of found) {
      expect(one.domain).toEqual({ name: domain.name, keys: [{ selector: 'test' }] });
      expect([one.folders[0], one.labels.length]).toEqual([{ kind: 'inbox', unread: 0 }, 4]);
    }
  });

  it('show their folders and labels to nobody without a grant', async () => {
    await mailbox();
    const admin = await tenant.session('admin');
    const { data, errors } = await askGraphql(
      admin,
      '{ mailboxes(first: 1) { edges { node { role folders { id } labels { id } } } } }',
    );
    expect(data.mailboxes.edges[0].node).toEqual({ role: null, folders: null, labels: null });
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['PermissionDenied', 'PermissionDenied']);
  });
});
