import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { DnsSink, patient, waitUntil } from '#libs/test/testing';
import { ended, sendImport } from '../../apps/mail/src/imports/imports.fixture.js';
import type { MailDomain } from '../../apps/mail/src/domains/mail-domain.entity.js';
import { MailboxGrant } from '../../apps/mail/src/mailboxes/grants/mailbox-grant.entity.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { submit } from '../../apps/mail/src/receiving/receiving.fixture.js';
import { REAL_MAILS, type RealMail, type Shown } from '../../libs/mail/mime/test-support/real-mails/index.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import { createMailbox, createVerifiedDomain } from '../support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../support/mail-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let member: Awaited<ReturnType<MailTenant['member']>>;
let user: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'shop.test');
  member = await tenant.member('member');
  user = member.client;
});
type Body = Answer['body'];

/** A new mailbox that the user may read. */
async function newMailbox(): Promise<Mailbox> {
  const mailbox = await createMailbox(stack, domain, v7());
  const grant = { tenantId: tenant.id, mailboxId: mailbox.id, userId: member.userId, role: 'sender' as const };
  await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
  return mailbox;
}

/** Brings a message into a new mailbox; returns the mailbox. */
type Way = (mail: RealMail) => Promise<string>;

const bySmtp: Way = async ({ raw }) => {
  const { id, address } = await newMailbox();
  expect(await submit(stack, { to: address, raw })).toMatch(/^250/);
  return id;
};

const byImport: Way = async ({ raw }) => {
  const { id } = await newMailbox();
  const { status, body } = await sendImport(user, id, raw);
  if (status === 202) await ended(user, id, body.id);
  return id;
};

/** The one message of a mailbox, whatever folder it is in. */
async function messageIn(mailboxId: string): Promise<Body> {
  const find = () => stack.sql<{ id: string }>('select id from mail_message where mailbox_id = $1', [mailboxId]);
  const id = await waitUntil(async () => (await find())[0]?.id, { what: 'the message' });
  return (await user.get(`/mailboxes/${mailboxId}/messages/${id}`)).body;
}

const pairOf = (one: { name: string; address: string } | null) => [one?.name ?? '', one?.address ?? ''] as const;

/** Returns what the API says of it, as far as it is looked at. */
async function shownBy(mailboxId: string, wanted: Shown): Promise<Shown> {
  const message = await messageIn(mailboxId);
  const pictures = message.attachments.filter(({ inline }: { inline: boolean }) => inline);
  const html: string | null = message.html;
  const all: Required<Shown> = {
    subject: message.subject,
    from: pairOf(message.from),
    to: message.to.map(pairOf),
    cc: message.cc.map(pairOf),
    date: message.header_date ?? '',
    text: message.text.trim(),
    html: html === null ? null : (wanted.html ?? []).filter((piece) => html.includes(piece)),
    files: wanted.files ? await filesOf(mailboxId, message) : [],
    hasAttachments: message.has_attachments,
    pictures: pictures.length,
  };
  for (const { id } of pictures) expect(html).toContain(`/messages/${message.id}/attachments/${id}`);
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in wanted));
}

const filesOf = (mailboxId: string, { id, attachments }: Body): Promise<(readonly [string, string])[]> =>
  Promise.all(
    attachments.map(async (file: { id: string; filename: string }) => {
      const { text } = await user.get(`/mailboxes/${mailboxId}/messages/${id}/attachments/${file.id}`);
      return [file.filename, text] as const;
    }),
  );

describe.each([
  { way: 'by SMTP', bring: bySmtp },
  { way: 'by an import', bring: byImport },
])('a mail that comes $way', ({ bring }) => {
  describe.each(REAL_MAILS)('is shown as it was meant: $about', ({ mails }) => {
    it.each(mails)(
      '$name',
      async (mail) => {
        expect(await shownBy(await bring(mail), mail.shown)).toEqual(mail.shown);
      },
      patient(20_000),
    );
  });
});

describe('a search', () => {
  it('finds every text of a message', async () => {
    const mailboxId = await byImport(REAL_MAILS[2]!.mails.find(({ name }) => name === 'HTML, then a plain footer')!);
    for (const word of ['signed', 'list']) {
      const { body } = await user.get(`/mailboxes/${mailboxId}/messages?q=${word}`);
      expect(body.messages).toHaveLength(1);
    }
  });
});
