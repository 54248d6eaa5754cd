import fc from 'fast-check';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import { statementsOf } from '../../../../../test/support/statements.js';
import type { MailDomain } from '../../domains/mail-domain.entity.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../mail-message.entity.js';
import { MessageStore } from './message-store.js';
import type { NewMessage } from './new-message.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'shop.test');
});
const store = () => stack.app.get(MessageStore, { strict: false });
const database = () => stack.app.get(Database, { strict: false });
const mailbox = () => createMailbox(stack, domain, v7());
const insert = (message: NewMessage): Promise<MailMessage> =>
  database().tenant(tenant.id, (tx) => store().insert(tx, tenant.id, message));

interface Counts {
  kind: string;
  total: number;
  unread: number;
}

const counted = ({ id }: Mailbox) =>
  stack.sql<Counts>(`select kind, total, unread from folder where mailbox_id = $1 order by kind`, [id]);
const counts = ({ id }: Mailbox) =>
  stack.sql<Counts>(
    `select f.kind, count(m.id)::int as total, (count(m.id) filter (where not m.is_read))::int as unread
       from folder f left join mail_message m on m.folder_id = f.id and m.tenant_id = f.tenant_id
      where f.mailbox_id = $1 group by f.tenant_id, f.id order by f.kind`,
    [id],
  );
const usedBytes = async ({ id }: Mailbox) =>
  Number((await stack.sql<{ n: string }>('select used_bytes n from mailbox where id = $1', [id]))[0]!.n);
const foldersOf = async ({ id }: Mailbox) =>
  (await stack.sql<{ id: string }>('select id from folder where mailbox_id = $1 order by kind', [id])).map((f) => f.id);

describe('a stored message', () => {
  it('is kept with its files, and counted', async () => {
    const box = await mailbox();
    const file = { fileName: 'a.txt', contentType: 'text/plain', bytes: 3, contentId: null, isInline: false };
    const attachments = [
      { ...file, blobHash: 'b'.repeat(64), scanVerdict: 'clean' as const },
      { ...file, fileName: 'b.txt', blobHash: 'c'.repeat(64), scanVerdict: 'infected' as const },
    ];
    const message = await insert(newMessage(box, { attachments, bytes: 1_234, folder: 'quarantine' }));
    expect(message).toMatchObject({ hasAttachments: true, isStarred: false, createdAt: expect.any(Date) });
    const rows = await stack.sql(
      'select file_name, position from message_attachment where message_id = $1 order by position',
      [message.id],
    );
    expect(rows).toEqual([
      { file_name: 'a.txt', position: 0 },
      { file_name: 'b.txt', position: 1 },
    ]);
    expect(await counted(box)).toContainEqual({ kind: 'quarantine', total: 1, unread: 1 });
    expect(await usedBytes(box)).toBe(1_234);
  });

  it('may have texts that Postgres does not take', async () => {
    const from = { name: 'A\0na \ud800', address: 'ana@x.test' };
    const message = await insert(newMessage(await mailbox(), { subject: 'a\0b\udfff', from }));
    expect(message).toMatchObject({ subject: 'ab\ufffd', from: { name: 'Ana \ufffd' } });
  });

  it('for a folder that is not of its mailbox is in the inbox', async () => {
    const [box, other] = [await mailbox(), await mailbox()];
    const [folder] = await foldersOf(other);
    await insert(newMessage(box, { folder: { id: folder! } }));
    expect(await counted(box)).toContainEqual({ kind: 'inbox', total: 1, unread: 1 });
  });

  it('needs a mailbox', async () => {
    await expect(insert(newMessage({ id: v7(), address: 'x@x.test' }))).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('counts of folders and bytes of a mailbox', () => {
  it('are exact when many write at once', async () => {
    const box = await mailbox();
    const messages = await Promise.all(Array.from({ length: 20 }, () => insert(newMessage(box))));
    const [archive] = await foldersOf(box);
    await Promise.all(
      messages.map(({ id }, n) =>
        database().tenant(tenant.id, async (tx) => {
          if (n % 3 === 0) await store().delete(tx, tenant.id, box.id, id);
          else if (n % 3 === 1) await store().update(tx, tenant.id, box.id, id, { isRead: true });
          else await store().update(tx, tenant.id, box.id, id, { folderId: archive!, isRead: n % 2 === 0 });
        }),
      ),
    );
    expect(await counted(box)).toEqual(await counts(box));
    expect(await usedBytes(box)).toBe(1_300);
  });

  it('are exact after any sequence of changes', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('insert' as const), isRead: fc.boolean(), bytes: fc.integer({ min: 1, max: 1e9 }) }),
      fc.record({
        do: fc.constant('update' as const),
        at: fc.nat(20),
        folder: fc.option(fc.nat(6), { nil: undefined }),
        isRead: fc.option(fc.boolean(), { nil: undefined }),
      }),
      fc.record({ do: fc.constant('delete' as const), at: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const box = await mailbox();
        const folders = await foldersOf(box);
        const alive: MailMessage[] = [];
        for (const one of steps) {
          if (one.do === 'insert') alive.push(await insert(newMessage(box, { isRead: one.isRead, bytes: one.bytes })));
          else if (alive.length > 0) {
            const { id } = alive[one.at % alive.length]!;
            await database().tenant(tenant.id, (tx) => {
              if (one.do === 'delete') return store().delete(tx, tenant.id, box.id, id);
              const folderId = one.folder === undefined ? undefined : folders[one.folder];
              const changes = {
                ...(folderId && { folderId }),
                ...(one.isRead !== undefined && { isRead: one.isRead }),
              };
              return store().update(tx, tenant.id, box.id, id, changes);
            });
            if (one.do === 'delete') alive.splice(one.at % alive.length, 1);
          }
        }
        expect(await counted(box)).toEqual(await counts(box));
        expect(await usedBytes(box)).toBe(alive.reduce((sum, { bytes }) => sum + bytes, 0));
      }),
      { numRuns: 15 },
    );
  });
});

describe('a thread', () => {
  const threadOf = async ({ id }: MailMessage) =>
    (await stack.sql<{ thread: string }>('select thread_id thread from mail_message where id = $1', [id]))[0]!.thread;

  it('is that of the messages to which one refers', async () => {
    const box = await mailbox();
    const first = await insert(newMessage(box, { messageId: 'a@x' }));
    const answer = await insert(newMessage(box, { messageId: 'b@x', inReplyTo: 'a@x', subject: 'Other' }));
    const third = await insert(newMessage(box, { messageId: 'c@x', references: ['a@x', 'b@x'], subject: 'Third' }));
    expect([answer.threadId, third.threadId]).toEqual([first.threadId, first.threadId]);
    expect((await insert(newMessage(box))).threadId).not.toBe(first.threadId);
    expect((await insert(newMessage(await mailbox(), { inReplyTo: 'a@x' }))).threadId).not.toBe(first.threadId);
  });

  it('takes in a message that comes after its answers, and two threads that it ties become one', async () => {
    const box = await mailbox();
    const one = await insert(newMessage(box, { messageId: 'l@x', references: ['root@x'] }));
    const two = await insert(newMessage(box, { messageId: 'r@x', inReplyTo: 'middle@x' }));
    expect(two.threadId).not.toBe(one.threadId);
    const middle = await insert(newMessage(box, { messageId: 'middle@x', inReplyTo: 'root@x' }));
    const root = await insert(newMessage(box, { messageId: 'root@x' }));
    const threads = await Promise.all([one, two, middle, root].map(threadOf));
    expect(new Set(threads)).toEqual(new Set([one.threadId]));
    expect((await insert(newMessage(box, { inReplyTo: 'r@x' }))).threadId).toBe(one.threadId);
  });

  it('is found by subject and people for a reply without references, for a week', async () => {
    const box = await mailbox();
    const ana = { name: 'Ana', address: 'ana@x.test' };
    const me = { name: '', address: box.address };
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
    const first = await insert(newMessage(box, { subject: 'Offer', sortedAt: day(0) }));
    const reply = {
      subject: 'RE: Fwd: [list] offer',
      from: me,
      to: [{ ...ana, address: 'ANA@x.test' }],
      inReplyTo: 'unknown@x',
    };
    expect((await insert(newMessage(box, { ...reply, sortedAt: day(6) }))).threadId).toBe(first.threadId);
    const others = [
      { ...reply, sortedAt: day(14), inReplyTo: null },
      { ...reply, sortedAt: day(3), subject: 'Offer', inReplyTo: null },
      { ...reply, sortedAt: day(3), inReplyTo: null, cc: [{ name: '', address: 'eve@x.test' }] },
      { ...reply, sortedAt: day(3), subject: 'Re: ', inReplyTo: null },
    ];
    for (const other of others) expect((await insert(newMessage(box, other))).threadId).not.toBe(first.threadId);
  });

  it('is one, also when its messages come at the same time', async () => {
    const box = await mailbox();
    const sent = Array.from({ length: 12 }, (_, n) =>
      newMessage(box, { messageId: `${n}@p`, inReplyTo: `${n - 1}@p` }),
    );
    const messages = await Promise.all(sent.toReversed().map(insert));
    expect(new Set(await Promise.all(messages.map(threadOf))).size).toBe(1);
  });

  it('is found however many references a message has', async () => {
    const box = await mailbox();
    const references = Array.from({ length: 5_000 }, (_, n) => `${n}@long`);
    const first = await insert(newMessage(box, { messageId: '0@long' }));
    expect((await insert(newMessage(box, { references }))).threadId).toBe(first.threadId);
    const [{ n }] = (await stack.sql<{ n: number }>(
      'select count(*)::int n from thread_reference where mailbox_id = $1',
      [box.id],
    )) as [{ n: number }];
    expect(n).toBeLessThan(60);
  });
});

describe('messages that are stored together', () => {
  const insertMany = (box: Mailbox, messages: NewMessage[]): Promise<MailMessage[]> =>
    database().tenant(tenant.id, (tx) => store().insertMany(tx, tenant.id, box.id, messages));

  /** Groups the messages that share a thread, in the order of their subjects. */
  const threadsOf = async ({ id }: Mailbox) => {
    const rows = await stack.sql<{ n: string; thread: string }>(
      'select snippet n, thread_id thread from mail_message where mailbox_id = $1 order by snippet',
      [id],
    );
    const numbers = new Map([...new Set(rows.map(({ thread }) => thread))].map((thread, index) => [thread, index]));
    return rows.map(({ thread }) => numbers.get(thread));
  };

  it('are counted, and have their own files', async () => {
    const box = await mailbox();
    const file = { fileName: 'a.txt', contentType: 'text/plain', bytes: 3, contentId: null, isInline: false };
    const attachment = { ...file, blobHash: 'b'.repeat(64), scanVerdict: 'clean' as const };
    const given = [
      newMessage(box, { bytes: 10, attachments: [attachment, attachment] }),
      newMessage(box, { bytes: 20, isRead: true }),
      newMessage(box, { bytes: 30, folder: 'sent', isRead: true, attachments: [attachment] }),
    ];
    const stored = await insertMany(box, given);
    expect(await counted(box)).toEqual(await counts(box));
    expect(await usedBytes(box)).toBe(60);
    const files = await stack.sql(
      'select message_id, position from message_attachment where message_id = any ($1) order by message_id, position',
      [stored.map(({ id }) => id)],
    );
    const [first, , third] = stored;
    expect(files).toEqual([
      { message_id: first!.id, position: 0 },
      { message_id: first!.id, position: 1 },
      { message_id: third!.id, position: 0 },
    ]);
    expect(await insertMany(box, [])).toEqual([]);
    await expect(insertMany({ ...box, id: v7() }, given)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('have the threads that they would have if they came one after the other', async () => {
    const id = fc.integer({ min: 0, max: 7 }).map((n) => `m${n}@x.test`);
    const message = fc.record({
      messageId: fc.option(id),
      inReplyTo: fc.option(id),
      references: fc.array(id, { maxLength: 2 }),
      subject: fc.constantFrom('Plan', 'Re: Plan', 'Re: Other', ''),
      sortedAt: fc.integer({ min: 0, max: 20 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day))),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), fc.nat(12), async (messages, cut) => {
        const [single, batch] = [await mailbox(), await mailbox()];
        const given = messages.map((values, n) =>
          newMessage(single, { ...values, to: [], snippet: String(n).padStart(2, '0') }),
        );
        for (const one of given) await insert(one);
        const other = given.map((one) => ({ ...one, mailboxId: batch.id }));
        await insertMany(batch, other.slice(0, cut));
        await insertMany(batch, other.slice(cut));
        expect(await threadsOf(batch)).toEqual(await threadsOf(single));
      }),
      { numRuns: 40 },
    );
  });
});

describe('messages of several mailboxes that are stored together', () => {
  const insertAll = (messages: NewMessage[]): Promise<MailMessage[]> =>
    database().tenant(tenant.id, (tx) =>
      store().insertAll(
        tx,
        messages.map((message) => ({ tenantId: tenant.id, message })),
      ),
    );

  it('are each in the folder and the thread where they belong, and counted', async () => {
    const [one, other] = [await mailbox(), await mailbox()];
    const earlier = await insert(newMessage(one, { messageId: 'earlier@p' }));
    const file = { fileName: 'a.txt', contentType: 'text/plain', bytes: 3, contentId: null, isInline: false };
    const attachments = [{ ...file, blobHash: 'b'.repeat(64), scanVerdict: 'clean' as const }];
    const messages = await insertAll([
      newMessage(one, { messageId: 'a@p', inReplyTo: 'earlier@p', bytes: 10 }),
      newMessage(other, { messageId: 'b@p', inReplyTo: 'earlier@p', folder: 'sent', isRead: true, bytes: 20 }),
      newMessage(one, { messageId: 'c@p', inReplyTo: 'a@p', attachments, bytes: 30 }),
      newMessage(other, { messageId: 'd@p', references: ['b@p'], bytes: 40 }),
    ]);
    const [a, b, c, d] = messages.map(({ threadId }) => threadId);
    expect([a, c]).toEqual([earlier.threadId, earlier.threadId]);
    expect(b).not.toBe(a);
    expect(d).toBe(b);
    const withFiles = await stack.sql<{ id: string }>(
      'select message_id as id from message_attachment where message_id = any ($1)',
      [messages.map(({ id }) => id)],
    );
    expect(withFiles).toEqual([{ id: messages[2]!.id }]);
    for (const box of [one, other]) expect(await counted(box)).toEqual(await counts(box));
    expect([await usedBytes(one), await usedBytes(other)]).toEqual([40 + earlier.bytes, 60]);
  });

  it('join the threads that a later one ties together', async () => {
    const box = await mailbox();
    const messages = await insertAll([
      newMessage(box, { messageId: 'x@join' }),
      newMessage(box, { messageId: 'y@join' }),
      newMessage(box, { references: ['x@join', 'y@join'] }),
    ]);
    const rows = await stack.sql('select distinct thread_id from mail_message where mailbox_id = $1', [box.id]);
    expect(rows).toHaveLength(1);
    expect(new Set(messages.map(({ threadId }) => threadId)).size).toBe(1);
  });

  it('are none of them stored if one of the mailboxes is not there', async () => {
    const box = await mailbox();
    await expect(insertAll([newMessage(box), { ...newMessage(box), mailboxId: v7() }])).rejects.toThrow();
    expect(await usedBytes(box)).toBe(0);
  });

  it('take as many statements as one', async () => {
    const boxes = await Promise.all([1, 2, 3, 4].map(mailbox));
    const statements = (messages: NewMessage[]) =>
      statementsOf(() => insertAll(messages), /^\s*(with|select|insert|update)/);
    // The folders of a mailbox are looked up once.
    await insertAll(boxes.map((box) => newMessage(box)));
    const many = await statements(boxes.flatMap((box) => [newMessage(box), newMessage(box), newMessage(box)]));
    const one = await statements([newMessage(boxes[0]!)]);
    expect(many).toHaveLength(one.length);
  });

  it('look up the folders of a mailbox once', async () => {
    const box = await mailbox();
    const lookUps = () => statementsOf(() => insertAll([newMessage(box)]), /from folder/);
    expect(await lookUps()).toHaveLength(1);
    expect(await lookUps()).toEqual([]);
  });
});
