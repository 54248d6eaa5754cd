import { readFileSync } from 'node:fs';
import { v7 } from 'uuid';
import { MessageImport } from '../../apps/mail/src/imports/message-import.entity.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import type { MailDomain } from '../../apps/mail/src/domains/mail-domain.entity.js';
import { MessageStore } from '../../apps/mail/src/messages/store/message-store.js';
import { Database, type Id, newId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { HttpClient } from '../support/http-client.js';
import { newMessage } from '../support/mail-fixtures.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
import type { MailStack } from '../support/mail-stack.js';
import { createdId } from './created-id.js';
import type { AppResources, Holdings, Resource } from './resources.js';

const KEY_FILE = new URL('../../libs/mail/pgp/test-support/gpg-samples.json', import.meta.url);
const { publicKey } = JSON.parse(readFileSync(KEY_FILE, 'utf8')) as { publicKey: string };

/** The domain, the mailbox and the message of an account. */
interface Base {
  domain: MailDomain;
  mailbox: Mailbox;
  message: { id: string; threadId: string; attachmentId: string };
}

const bases = new WeakMap<Holdings, Promise<Base>>();

/** Creates them past the API, which would ask the DNS and a mail server. */
function baseOf(own: Holdings): Promise<Base> {
  const base = bases.get(own) ?? createBase(own);
  bases.set(own, base);
  return base;
}

async function createBase({ every: { mail }, tenantId, owner }: Holdings): Promise<Base> {
  const { domain } = await createDomain(mail.app, tenantId);
  const mailbox = await createMailbox(mail.app, domain, undefined, [{ userId: owner.id as Id<'usr'>, role: 'owner' }]);
  return { domain, mailbox, message: await insertMessage(mail, mailbox) };
}

const existing = (pick: (base: Base) => string): Resource => ({
  create: async (own) => pick(await baseOf(own)),
  unknown: v7,
});

/** Something in the mailbox that a call creates. */
const inMailbox = (path: string, body: object | ((own: Holdings) => Promise<object>)): Resource => ({
  create: async (own) => {
    const box = `/mailboxes/${await own.at('/mailboxes')}`;
    return createdId(await own.session.post(`${box}/${path}`, typeof body === 'function' ? await body(own) : body));
  },
  unknown: v7,
});

const FILTER = { name: 'Bills', q: 'assunto:bill', actions: { star: true } };
const PGP_KEY = { email: 'ana@sender.test', public_key: publicKey };

async function insertMessage({ app }: MailStack, mailbox: Mailbox) {
  const { tenantId } = mailbox;
  const raw = Buffer.from('From: Ana <ana@x.test>\r\nSubject: Private\r\n\r\nHello\r\n');
  const { hash: blobHash, bytes } = await app.get(Blobs, { strict: false }).write(tenantId, [raw], 1e6);
  const attachmentId = v7();
  const values = { contentType: 'text/plain', contentId: null, isInline: false, scanVerdict: 'clean' as const };
  const attachments = [{ ...values, id: attachmentId, fileName: 'a.txt', bytes, blobHash }];
  const message = newMessage(mailbox, { subject: 'Private', blobHash, bytes, attachments });
  const store = app.get(MessageStore, { strict: false });
  const { id, threadId } = await app
    .get(Database, { strict: false })
    .tenant(tenantId, (tx) => store.insert(tx, tenantId, message));
  return { id, threadId, attachmentId };
}

async function insertImport(
  { app }: MailStack,
  { tenantId, id: mailboxId }: Mailbox,
  authorId: string,
): Promise<string> {
  const counts = { entry: 0, entryOffset: 0, readBytes: 0, total: 0, imported: 0, skipped: 0, errors: 0 };
  const file = { format: 'eml' as const, fileBytes: 1, blobHash: null, folderId: null };
  const state = { state: 'completed' as const, failures: [], failure: null, finishedAt: new Date() };
  const row = { tenantId, id: v7(), mailboxId, authorId, ...counts, ...file, ...state };
  await app.get(Database, { strict: false }).tenant(tenantId, (tx) => tx.insert(MessageImport, row));
  return row.id;
}

async function attach(session: HttpClient, draft: string): Promise<string> {
  const form = [
    '--x',
    'Content-Disposition: form-data; name="arquivo"; filename="a.txt"',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--x--',
    '',
  ].join('\r\n');
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const { status, body, text } = await session.send('POST', `${draft}/attachments`, form, type);
  if (status !== 201) throw new Error(`Nothing was attached: ${status} ${text}`);
  return body.id;
}

const LABELS = '/mailboxes/{id}/labels';
const MESSAGES = '/mailboxes/{id}/messages';

const label = async (own: Holdings) => ({ label_id: await own.at(LABELS) });

const read = async (own: Holdings) => ({ message_ids: [await own.at(MESSAGES)], lida: true });

const labelled = async (own: Holdings) => ({
  message_ids: [await own.at(MESSAGES)],
  aplicar: [await own.at(LABELS)],
});

const ALL_FILTERS = 'one that is missing is rejected as one that is wrong: the order names each filter of the mailbox';

/** The ids that Mail takes. */
export const MAIL_RESOURCES: AppResources = {
  at: {
    '/orgs': existing(({ domain }) => domain.organisationId),
    '/domains': existing(({ domain }) => domain.id),
    '/mailboxes': existing(({ mailbox }) => mailbox.id),
    '/admin/mailboxes': existing(({ mailbox }) => mailbox.id),
    '/mailboxes/{id}/app-passwords': inMailbox('app-passwords', { name: 'Laptop' }),
    '/mailboxes/{id}/contacts': inMailbox('contacts', { email: 'ana@x.test' }),
    '/mailboxes/{id}/drafts': inMailbox('drafts', { subject: 'Begun' }),
    '/mailboxes/{id}/drafts/{draftId}/attachments': {
      create: async (own) => {
        const box = `/mailboxes/${await own.at('/mailboxes')}`;
        return attach(own.session, `${box}/drafts/${await own.at('/mailboxes/{id}/drafts')}`);
      },
      unknown: v7,
    },
    '/mailboxes/{id}/filters': inMailbox('filters', FILTER),
    '/mailboxes/{id}/folders': inMailbox('folders', { name: 'Private' }),
    '/mailboxes/{id}/grants': { create: ({ owner }) => owner.id, unknown: () => newId('usr') },
    '/mailboxes/{id}/identities': inMailbox('identities', async (own) => ({
      address: (await baseOf(own)).mailbox.address,
    })),
    '/mailboxes/{id}/imports': {
      create: async (own) => insertImport(own.every.mail, (await baseOf(own)).mailbox, own.owner.id),
      unknown: v7,
    },
    [LABELS]: inMailbox('labels', { name: 'Private' }),
    [MESSAGES]: existing(({ message }) => message.id),
    '/mailboxes/{id}/messages/{msgId}/attachments': existing(({ message }) => message.attachmentId),
    '/mailboxes/{id}/messages/{msgId}/labels': { create: (own) => own.at(LABELS), unknown: v7 },
    '/mailboxes/{id}/pgp/keys': inMailbox('pgp/keys', PGP_KEY),
    '/mailboxes/{id}/threads': existing(({ message }) => message.threadId),
  },
  fields: {
    mailbox_id: '/mailboxes',
    folder_id: '/mailboxes/{id}/folders',
    label_id: LABELS,
    label_ids: LABELS,
    aplicar: LABELS,
    remover: LABELS,
    message_ids: MESSAGES,
    in_reply_to: MESSAGES,
    filter_ids: '/mailboxes/{id}/filters',
    draft_id: '/mailboxes/{id}/drafts',
  },
  noIds: { content_id: 'the name of a part of a message' },
  open: {},
  otherwise: {
    // A user is no resource of an account: to give a stranger a role is a fault of the request, whoever the stranger is.
    'PUT /mailboxes/{id}/grants/{userId} /mailboxes/{id}/grants': [400, 'ValidationError'],
    'setMailboxGrant user_id': [400, 'ValidationError'],
  },
  alike: {
    'PUT /mailboxes/{id}/filters filter_ids.0': ALL_FILTERS,
    'orderMailboxFilters input.filter_ids.0': ALL_FILTERS,
    'POST /mailboxes/{id}/import folder_id':
      'the file comes first; imports.e2e.spec.ts has the folder of another mailbox',
  },
  bodies: {
    'PATCH /mailboxes/{id}/contacts/{contatoId}': { name: 'Rui' },
    'PATCH /mailboxes/{id}/drafts/{draftId}': { version: 1, subject: 'Taken' },
    'PATCH /mailboxes/{id}/filters/{filterId}': { name: 'Taken' },
    'PATCH /mailboxes/{id}/folders/{fid}': { name: 'Taken' },
    'PATCH /mailboxes/{id}/identities/{identityId}': { display_name: 'Taken' },
    'PATCH /mailboxes/{id}/labels/{labelId}': { name: 'Taken' },
    'PATCH /mailboxes/{id}/messages/{msgId}': { lida: true },
    'POST /mailboxes/{id}/messages/labels': labelled,
    'PATCH /mailboxes/{id}/messages': read,
    'POST /mailboxes/{id}/messages/{msgId}/labels': label,
    'POST /mailboxes/{id}/messages/{msgId}/quarantine/release': { confirmo: true },
    'POST /mailboxes/{id}/threads/{threadId}/labels': label,
    'PUT /mailboxes/{id}/grants/{userId}': { role: 'reader' },
  },
  graphql: {
    arguments: {
      org_id: '/orgs',
      domain_id: '/domains',
      mailbox_id: '/mailboxes',
      message_id: MESSAGES,
      thread_id: '/mailboxes/{id}/threads',
      label_id: LABELS,
      draft_id: '/mailboxes/{id}/drafts',
      user_id: '/mailboxes/{id}/grants',
    },
    fields: [
      [/draftAttachment/i, '/mailboxes/{id}/drafts/{draftId}/attachments'],
      [/attachment/i, '/mailboxes/{id}/messages/{msgId}/attachments'],
      [/draft/i, '/mailboxes/{id}/drafts'],
      [/import/i, '/mailboxes/{id}/imports'],
      [/message/i, MESSAGES],
      [/thread/i, '/mailboxes/{id}/threads'],
      [/appPassword/i, '/mailboxes/{id}/app-passwords'],
      [/contact/i, '/mailboxes/{id}/contacts'],
      [/filter/i, '/mailboxes/{id}/filters'],
      [/identity/i, '/mailboxes/{id}/identities'],
      [/folder/i, '/mailboxes/{id}/folders'],
      [/label/i, LABELS],
      [/pgpKey/i, '/mailboxes/{id}/pgp/keys'],
    ],
    inputs: {
      updateMailboxFilter: { name: 'Taken' },
      updateMailLabel: { name: 'Taken' },
      labelMailMessage: label,
      labelMailThread: label,
      updateMailMessage: { lida: true },
      setMailboxGrant: { role: 'reader' },
      changeMailLabels: labelled,
      updateMailMessages: read,
    },
  },
};
