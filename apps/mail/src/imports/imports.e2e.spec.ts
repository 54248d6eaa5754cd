import { v7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '#libs/core/persistence';
import { bomb, zipOf } from '../../../../libs/core/zip/test-support/zip-file.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain } from '../../../../test/support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { MailboxGrant } from '../mailboxes/grants/mailbox-grant.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { loseWorkers } from '../../../../test/support/lost-workers.js';
import { ImportBatches } from './import-batch.js';
import { ended, mboxOf, messageOf, sendImport } from './imports.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(mailStack);
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let member: Awaited<ReturnType<MailTenant['member']>>;
let user: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'import.test');
  member = await tenant.member('member');
  user = member.client;
});
async function mailbox(quotaBytes?: number): Promise<Mailbox> {
  const made = await createMailbox(stack, domain, v7(), quotaBytes);
  const grant = { tenantId: tenant.id, mailboxId: made.id, userId: member.userId, role: 'sender' as const };
  await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
  return made;
}

async function importInto({ id }: Mailbox, file: string | Buffer, fields: Record<string, string> = {}) {
  const { status, body, text } = await sendImport(user, id, file, fields);
  // A busy machine may take more than the ten seconds of an answer.
  if (status === 202) return ended(user, id, body.id);
  if (status !== 200) throw new Error(`The import was answered ${status}: ${text}`);
  return body;
}

const messages = ({ id }: Mailbox) =>
  stack.sql<{ subject: string; bytes: number; folder: string }>(
    `select m.subject, f.kind as folder, m.is_read, m.is_starred, m.origin, m.sorted_at, m.bytes, m.snippet
       from mail_message m join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
      where m.mailbox_id = $1 order by m.id`,
    [id],
  );
const usedBytes = async ({ id }: Mailbox) =>
  Number((await stack.sql<{ n: string }>('select used_bytes n from mailbox where id = $1', [id]))[0]!.n);

describe('an import', () => {
  it('puts the messages of an mbox file into the mailbox, with their dates and flags', async () => {
    const box = await mailbox();
    const file = mboxOf([
      messageOf('one', { fields: ['Status: RO'], text: 'Hello\nFrom here on' }),
      messageOf('two', { fields: ['Status: O', 'X-Status: F'] }),
      messageOf('three', { fields: ['X-Gmail-Labels: Sent,Starred'] }),
    ]);
    const answer = await sendImport(user, box.id, file);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { imported: 3, skipped: 0, total: 3, errors: 0, failures: [], state: 'completed', format: 'mbox' },
    ]);
    expect(answer.body.read_bytes).toBe(file.length);
    expect((await user.get(String(answer.headers['location']))).body).toEqual(answer.body);
    const rows = await messages(box);
    const common = { origin: 'imported', sorted_at: new Date('2015-01-01T10:00:00Z') };
    expect(rows).toMatchObject([
      { subject: 'one', folder: 'inbox', is_read: true, is_starred: false, snippet: 'Hello From here on', ...common },
      { subject: 'two', folder: 'inbox', is_read: false, is_starred: true, ...common },
      { subject: 'three', folder: 'sent', is_read: true, is_starred: true, ...common },
    ]);
    expect(await usedBytes(box)).toBe(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0));
  });

  it('skips what the mailbox has, by Message-ID or by content, also within a file', async () => {
    const box = await mailbox();
    const noId = messageOf('without', { id: '' });
    const file = mboxOf([messageOf('one'), noId, messageOf('one', { text: 'other' }), noId]);
    expect(await importInto(box, file)).toMatchObject({ imported: 2, skipped: 2, total: 4, errors: 0 });
    expect(await importInto(box, file)).toMatchObject({ imported: 0, skipped: 4, total: 4, errors: 0 });
    expect(await messages(box)).toHaveLength(2);
  });

  it('takes a single message, as the body too, byte for byte', async () => {
    const box = await mailbox();
    const raw = messageOf('single').replaceAll('\n', '\r\n');
    const { status, body } = await user.send('POST', `/mailboxes/${box.id}/import`, raw, {
      'content-type': 'message/rfc822',
    });
    expect([status, body]).toMatchObject([200, { imported: 1, format: 'eml' }]);
    const [{ id }] = (await stack.sql<{ id: string }>('select id from mail_message where mailbox_id = $1', [
      box.id,
    ])) as [{ id: string }];
    expect((await user.get(`/mailboxes/${box.id}/messages/${id}/raw`)).text).toBe(raw);
  });

  it('takes a ZIP file of messages and mbox files, and says which files are none', async () => {
    const box = await mailbox();
    const file = zipOf({
      'Mail/': '',
      'Mail/one.eml': messageOf('one'),
      'Mail/all.mbox': mboxOf([messageOf('two'), messageOf('three')]),
      'Mail/Inbox': mboxOf([messageOf('four')]),
      'Mail/picture.png': 'PNG',
      'Mail/broken.eml': 'no header at all',
      '__MACOSX/one.eml': messageOf('hidden'),
    });
    expect(await importInto(box, file)).toMatchObject({
      imported: 4,
      total: 6,
      errors: 2,
      failures: [
        { number: 5, file: 'Mail/picture.png', reason: 'not a message' },
        { number: 6, file: 'Mail/broken.eml', reason: 'not a message' },
      ],
      format: 'zip',
    });
    expect((await messages(box)).map(({ subject }) => subject)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('keeps files of messages, and counts what they are', async () => {
    const box = await mailbox();
    const fields = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];
    const text = ['--b', '', 'Hello', '--b', 'Content-Disposition: attachment; filename=a.txt', '', 'file', '--b--'];
    await importInto(box, mboxOf([messageOf('files', { fields, text: text.join('\n') })]));
    const [{ id }] = (await user.get(`/mailboxes/${box.id}/messages`)).body.messages;
    const { attachments } = (await user.get(`/mailboxes/${box.id}/messages/${id}`)).body;
    expect(attachments).toHaveLength(1);
    const file = await user.get(`/mailboxes/${box.id}/messages/${id}/attachments/${attachments[0].id}`);
    expect(file.text).toBe('file');
  });

  it('goes into one folder if it is told to', async () => {
    const box = await mailbox();
    const other = await mailbox();
    const rows = await stack.sql<{ id: string; kind: string; mailbox_id: string }>(
      'select id, kind, mailbox_id from folder where mailbox_id = any($1::uuid[])',
      [[box.id, other.id]],
    );
    const folder = (kind: string, { id } = box) => rows.find((row) => row.kind === kind && row.mailbox_id === id)!.id;
    const file = mboxOf([messageOf('one', { fields: ['X-Gmail-Labels: Spam'] })]);
    await importInto(box, file, { folder_id: folder('archive') });
    expect(await messages(box)).toMatchObject([{ folder: 'archive' }]);
    for (const folder_id of ['x', v7(), folder('quarantine'), folder('drafts'), folder('archive', other)])
      expect((await sendImport(user, box.id, file, { folder_id })).status).toBe(400);
  });

  it('keeps to the quota of the mailbox, and says what did not fit', async () => {
    const box = await mailbox(1_000);
    const large = messageOf('large', { text: 'x'.repeat(800) });
    const answer = await importInto(box, mboxOf([messageOf('one'), large, messageOf('two')]));
    expect(answer).toMatchObject({
      imported: 2,
      errors: 1,
      total: 3,
      failures: [{ number: 2, file: null, reason: 'mailbox full' }],
    });
    expect(await usedBytes(box)).toBeLessThanOrEqual(1_000);
  });

  it('of another file is refused', async () => {
    const box = await mailbox();
    const refused = [
      '',
      'Hello there',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('PK\x03\x04 no zip'),
      zipOf({ 'Mail/': '', '__MACOSX/a.eml': 'x', 'Mail/.DS_Store': 'x' }),
    ];
    for (const file of refused) {
      const { status, body } = await sendImport(user, box.id, file);
      expect([status, body.error]).toEqual([400, 'ValidationError']);
    }
    expect((await user.post(`/mailboxes/${box.id}/import`, {})).status).toBe(400);
    expect((await sendImport(user, box.id, mboxOf([messageOf('x')]), { other: 'x' })).status).toBe(400);
  });

  it('of a bomb is refused, or fails if the bomb lies', async () => {
    const box = await mailbox();
    const head = messageOf('bomb');
    const honest = zipOf({ 'a.eml': bomb(head, 200, 200 * 1_048_576 + head.length) });
    expect((await sendImport(user, box.id, honest)).status).toBe(400);
    const lying = zipOf({ 'a.eml': bomb(head, 200, 1_000) });
    expect(await importInto(box, lying)).toMatchObject({ imported: 0, errors: 1, failures: [{ reason: 'damaged' }] });
    expect(await messages(box)).toEqual([]);
  });

  it('needs a role in the mailbox, and no key of the API', async () => {
    const box = await mailbox();
    const file = mboxOf([messageOf('one')]);
    const rival = await (await stack.createTenant()).session();
    const clients = [stack.anonymous, await tenant.key('mail:admin'), rival, (await tenant.member('member')).client];
    for (const call of [
      (client: HttpClient) => sendImport(client, box.id, file),
      (client: HttpClient) => client.get(`/mailboxes/${box.id}/imports`),
      (client: HttpClient) => client.get(`/mailboxes/${box.id}/imports/${v7()}`),
      (client: HttpClient) => client.delete(`/mailboxes/${box.id}/imports/${v7()}`),
    ])
      expect((await Promise.all(clients.map(call))).map(({ status }) => status)).toEqual([401, 403, 404, 404]);
  });

  it('is listed, and cannot be canceled once it has ended', async () => {
    const box = await mailbox();
    const first = await importInto(box, mboxOf([messageOf('one')]));
    const second = await importInto(box, mboxOf([messageOf('two')]));
    const { body } = await user.get(`/mailboxes/${box.id}/imports`);
    expect(body.imports).toEqual([second, first]);
    expect((await user.delete(`/mailboxes/${box.id}/imports/${first.id}`)).status).toBe(409);
    expect((await user.get(`/mailboxes/${(await mailbox()).id}/imports/${first.id}`)).status).toBe(404);
  });
});

it('an import whose workers were lost for good has failed', async () => {
  const { id } = await mailbox();
  const batch = vi.spyOn(stack.app.get(ImportBatches, { strict: false }), 'import');
  batch.mockRejectedValue(new Error('Something is broken'));
  const sending = sendImport(user, id, mboxOf([messageOf('one')]));
  await loseWorkers(stack, tenant.id, 'message-import.run');
  const { body } = await sending;
  expect(await ended(user, id, body.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('internal'),
  });
  batch.mockRestore();
});

describe('many messages', () => {
  it('are imported with exact counts', async () => {
    const box = await mailbox();
    const file = mboxOf(Array.from({ length: 900 }, (_, n) => messageOf(`m${n}`, { id: `m${n % 600}@old.test` })));
    expect(await importInto(box, file)).toMatchObject({ imported: 600, skipped: 300, total: 900, errors: 0 });
    const [inbox] = await stack.sql(`select total, unread from folder where mailbox_id = $1 and kind = 'inbox'`, [
      box.id,
    ]);
    expect(inbox).toEqual({ total: 600, unread: 0 });
  });
});
