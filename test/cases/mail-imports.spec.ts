import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import type { MailDomain } from '../../apps/mail/src/domains/mail-domain.entity.js';
import { ended, sendImport } from '../../apps/mail/src/imports/imports.fixture.js';
import { MailboxGrant } from '../../apps/mail/src/mailboxes/grants/mailbox-grant.entity.js';
import { zipOf } from '../../libs/core/zip/test-support/zip-file.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import { createMailbox, createVerifiedDomain } from '../support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../support/mail-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const stack = useStack(mailStack);
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let member: Awaited<ReturnType<MailTenant['member']>>;
let user: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'shop.test');
  member = await tenant.member('member');
  user = member.client;
});
const SEPARATOR = 'From ana@old.test Mon Jan 05 10:00:00 2015';

/** A message of header lines and a text, with a line that separates it from others. */
function message(
  subject: string,
  fields: readonly string[] = [],
  { separator = SEPARATOR, text = 'text', isDated = true } = {},
): string {
  return [
    ...(separator ? [separator] : []),
    'From: Ana <ana@old.test>',
    'To: hello@shop.test',
    `Subject: ${subject}`,
    `Message-ID: <${v7()}@old.test>`,
    ...(isDated ? ['Date: Mon, 05 Jan 2015 10:00:00 +0000'] : []),
    ...fields,
    '',
    text,
    '',
    '',
  ].join('\n');
}

interface Imported {
  answer: Answer['body'];
  mailboxId: string;
}

async function importFile(file: string | Buffer): Promise<Imported> {
  const { id } = await createMailbox(stack, domain, v7());
  const grant = { tenantId: tenant.id, mailboxId: id, userId: member.userId, role: 'sender' as const };
  await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
  const { status, body } = await sendImport(user, id, file);
  return { answer: status === 202 ? await ended(user, id, body.id) : body, mailboxId: id };
}

/** Returns what the API says of all messages of a mailbox, in the order of the file. */
async function shown({ mailboxId }: Imported) {
  const path = `/mailboxes/${mailboxId}`;
  const rows = await stack.sql<{ id: string; folder: string }>(
    `select m.id, f.kind as folder from mail_message m join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
      where m.mailbox_id = $1 order by m.id`,
    [mailboxId],
  );
  const { labels } = (await user.get(`${path}/labels`)).body;
  const nameOf = (id: string) => labels.find((label: { id: string }) => label.id === id).name;
  const unread = new Set(
    (
      await stack.sql<{ id: string }>('select id from mail_message where mailbox_id = $1 and not is_read', [mailboxId])
    ).map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async ({ id, folder }) => {
      const { subject, label_ids, date } = (await user.get(`${path}/messages/${id}`)).body;
      return { subject, folder, isRead: !unread.has(id), labels: label_ids.map(nameOf).toSorted(), date };
    }),
  );
}

describe('an export of Gmail', () => {
  it('keeps labels, folders and flags, in the language of its user', async () => {
    const imported = await importFile(
      [
        message('pt', ['X-Gmail-Labels: =?UTF-8?Q?Caixa_de_entrada,N=C3=A3o_lidas,Obras/2024,Fam=C3=ADlia?=']),
        message('en', ['X-Gmail-Labels: Sent,Opened,"Work, private"']),
        message('de', ['X-Gmail-Labels: =?UTF-8?Q?Posteingang,Ge=C3=B6ffnet,fam=C3=ADlia?=']),
        message('es', ['X-Gmail-Labels: Papelera']),
      ].join(''),
    );
    expect(imported.answer).toMatchObject({ imported: 4, errors: 0, total: 4 });
    expect(await shown(imported)).toMatchObject([
      { subject: 'pt', folder: 'inbox', isRead: false, labels: ['Família', 'Obras/2024'] },
      { subject: 'en', folder: 'sent', isRead: true, labels: ['Work, private'] },
      { subject: 'de', folder: 'inbox', isRead: true, labels: ['Família'] },
      { subject: 'es', folder: 'trash', labels: [] },
    ]);
  });

  it('has its drafts as drafts', async () => {
    const imported = await importFile(message('unfinished', ['X-Gmail-Labels: Rascunhos'], { text: 'Dear Bob,' }));
    expect(await shown(imported)).toMatchObject([{ folder: 'drafts' }]);
    const path = `/mailboxes/${imported.mailboxId}/drafts`;
    const { drafts } = (await user.get(path)).body;
    expect(drafts).toMatchObject([{ subject: 'unfinished' }]);
    expect((await user.get(`${path}/${drafts[0].id}`)).body).toMatchObject({
      to: ['hello@shop.test'],
      text: expect.stringContaining('Dear Bob,'),
    });
  });
});

describe('a profile of Thunderbird', () => {
  it('keeps deleted what was deleted, and has tags as labels', async () => {
    const imported = await importFile(
      [
        message('kept', ['X-Mozilla-Status: 0001', 'X-Mozilla-Keys: $label1 obra']),
        message('deleted', ['X-Mozilla-Status: 0009']),
        message('deleted unread', ['X-Mozilla-Status: 0008']),
      ].join(''),
    );
    expect(imported.answer).toMatchObject({ imported: 1, skipped: 2, total: 3, errors: 0 });
    expect(await shown(imported)).toMatchObject([{ subject: 'kept', isRead: true, labels: ['Importante', 'obra'] }]);
  });
});

describe('a mailbox file', () => {
  it('has as many messages as were written, whole', async () => {
    const text = 'Dear all,\n\nFrom the office\nPS: hello';
    const body = `first\n\n${SEPARATOR}\nSubject: quoted\n\nstill the first\n`;
    const counted = message('counted', [`Content-Length: ${body.length}`], { text: body.trimEnd() });
    const imported = await importFile(message('text', [], { text }) + counted + message('last'));
    expect(imported.answer).toMatchObject({ imported: 3, total: 3, errors: 0 });
    expect((await shown(imported)).map(({ subject }) => subject)).toEqual(['text', 'counted', 'last']);
  });

  it('dates a message by what it says, by when it was received, or by its separator', async () => {
    const undated = (subject: string, fields: readonly string[] = [], separator = SEPARATOR) =>
      message(subject, fields, { separator, isDated: false });
    const imported = await importFile(
      [
        undated('received', ['Received: from a by b; Tue, 06 Jan 2015 10:00:00 +0000']),
        undated('separated'),
        undated('broken', ['Date: some day']),
        undated('offset', [], 'From 1@xxx Mon Jan 05 10:00:00 -0300 2015'),
        undated('nothing', [], 'From ana@old.test'),
      ].join(''),
    );
    expect((await shown(imported)).map(({ date }) => date)).toEqual([
      '2015-01-06T10:00:00.000Z',
      '2015-01-05T10:00:00.000Z',
      '2015-01-05T10:00:00.000Z',
      '2015-01-05T13:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]);
  });
});

describe('a ZIP file', () => {
  it('is read by the content of its files, and says which are none', async () => {
    const plain = (subject: string) => message(subject, [], { separator: '' });
    const apple = plain('apple');
    const imported = await importFile(
      zipOf({
        'cur/1700000000.M1P2.host:2,S': plain('maildir'),
        'new/1700000001.M1P2.host': plain('new'),
        '.Sent/cur/1700000002.M1P2.host:2,S': plain('sent'),
        'cur/1700000003.M1P2.host:2,ST': plain('deleted'),
        'Messages/1.emlx': `${apple.length}\n${apple}<?xml version="1.0"?><plist></plist>`,
        'Inbox.2024': message('dotted'),
        'page.mht': plain('page'),
        'Inbox.msf': 'index',
        'photo.jpg': 'JPEG',
      }),
    );
    expect(imported.answer).toMatchObject({
      imported: 6,
      skipped: 1,
      errors: 1,
      total: 8,
      failures: [{ number: 8, file: 'photo.jpg', reason: 'not a message' }],
    });
    expect(await shown(imported)).toMatchObject([
      { subject: 'maildir', folder: 'inbox', isRead: true },
      { subject: 'new', isRead: false },
      { subject: 'sent', folder: 'sent' },
      { subject: 'apple' },
      { subject: 'dotted' },
      { subject: 'page' },
    ]);
  });
});
