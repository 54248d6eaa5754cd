import { readFileSync } from 'node:fs';
import { v7 } from 'uuid';
import { MessageImport } from '../../apps/mail/src/imports/message-import.entity.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { MessageStore } from '../../apps/mail/src/messages/message-store.js';
import { Database } from '#libs/persistence';
import { Blobs } from '#libs/storage';
import type { HttpClient } from '../support/http-client.js';
import { newMessage } from '../support/mail-fixtures.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
import type { MailStack, MailTenant } from '../support/mail-stack.js';

const KEY_FILE = new URL('../../libs/pgp/test-support/gpg-samples.json', import.meta.url);
const { publicKey } = JSON.parse(readFileSync(KEY_FILE, 'utf8')) as { publicKey: string };

/** An account of Mail with one of everything that a path names. */
export interface MailAccount {
  tenant: MailTenant;
  /** A client with the session of its owner, who owns the mailbox, too. */
  session: HttpClient;
  /** By the path before the id, as Mail describes it. */
  ids: Readonly<Record<string, string>>;
}

export async function createMailAccount(stack: MailStack): Promise<MailAccount> {
  const tenant = await stack.createTenant();
  const { client: session, userId } = await tenant.member('owner');
  const { domain } = await createDomain(stack.app, tenant.id);
  const mailbox = await createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }]);
  const box = `/mailboxes/${mailbox.id}`;
  const made = async (path: string, body: object): Promise<string> => {
    const { status, body: answer, text } = await session.post(`${box}/${path}`, body);
    if (status !== 201) throw new Error(`Nothing was made at ${path}: ${status} ${text}`);
    return answer.id;
  };
  const message = await insertMessage(stack, mailbox);
  const draft = await made('drafts', { subject: 'Begun' });
  const label = await made('labels', { name: 'Private' });
  return {
    tenant,
    session,
    ids: {
      '/orgs': domain.organisationId,
      '/domains': domain.id,
      '/mailboxes': mailbox.id,
      '/admin/mailboxes': mailbox.id,
      '/mailboxes/{id}/app-passwords': await made('app-passwords', { name: 'Laptop' }),
      '/mailboxes/{id}/contacts': await made('contacts', { email: 'ana@x.test' }),
      '/mailboxes/{id}/drafts': draft,
      '/mailboxes/{id}/drafts/{draftId}/attachments': await attach(session, `${box}/drafts/${draft}`),
      '/mailboxes/{id}/filters': await made('filters', FILTER),
      '/mailboxes/{id}/folders': await made('folders', { name: 'Private' }),
      '/mailboxes/{id}/grants': userId,
      '/mailboxes/{id}/identities': await made('identities', { address: mailbox.address }),
      '/mailboxes/{id}/imports': await insertImport(stack, mailbox, userId),
      '/mailboxes/{id}/labels': label,
      '/mailboxes/{id}/messages': message.id,
      '/mailboxes/{id}/messages/{msgId}/attachments': message.attachmentId,
      '/mailboxes/{id}/messages/{msgId}/labels': label,
      '/mailboxes/{id}/pgp/keys': await made('pgp/keys', PGP_KEY),
      '/mailboxes/{id}/threads': message.threadId,
    },
  };
}

const FILTER = { name: 'Bills', q: 'assunto:bill', actions: { star: true } };
const PGP_KEY = { email: 'ana@sender.test', public_key: publicKey };

async function insertMessage(stack: MailStack, mailbox: Mailbox) {
  const { tenantId } = mailbox;
  const raw = Buffer.from('From: Ana <ana@x.test>\r\nSubject: Private\r\n\r\nHello\r\n');
  const { hash: blobHash, bytes } = await stack.app.get(Blobs, { strict: false }).write(tenantId, [raw], 1e6);
  const attachmentId = v7();
  const values = { contentType: 'text/plain', contentId: null, isInline: false, scanVerdict: 'clean' as const };
  const attachments = [{ ...values, id: attachmentId, fileName: 'a.txt', bytes, blobHash }];
  const message = newMessage(mailbox, { subject: 'Private', blobHash, bytes, attachments });
  const store = stack.app.get(MessageStore, { strict: false });
  const { id, threadId } = await stack.app
    .get(Database, { strict: false })
    .tenant(tenantId, (tx) => store.insert(tx, tenantId, message));
  return { id, threadId, attachmentId };
}

async function insertImport(stack: MailStack, { tenantId, id: mailboxId }: Mailbox, authorId: string): Promise<string> {
  const counts = { entry: 0, entryOffset: 0, readBytes: 0, total: 0, imported: 0, skipped: 0, errors: 0 };
  const file = { format: 'eml' as const, fileBytes: 1, blobHash: null, folderId: null };
  const state = { state: 'completed' as const, failures: [], failure: null, finishedAt: new Date() };
  const row = { tenantId, id: v7(), mailboxId, authorId, ...counts, ...file, ...state };
  await stack.app.get(Database, { strict: false }).tenant(tenantId, (tx) => tx.insert(MessageImport, row));
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

/** Valid bodies of the routes whose handler looks for what the path names after the body is judged. */
export const MAIL_BODIES: Readonly<Record<string, (ids: MailAccount['ids']) => object>> = {
  'PATCH /mailboxes/{id}/contacts/{contatoId}': () => ({ name: 'Rui' }),
  'PATCH /mailboxes/{id}/drafts/{draftId}': () => ({ version: 1, subject: 'Taken' }),
  'PATCH /mailboxes/{id}/filters/{filterId}': () => ({ name: 'Taken' }),
  'PATCH /mailboxes/{id}/folders/{fid}': () => ({ name: 'Taken' }),
  'PATCH /mailboxes/{id}/identities/{identityId}': () => ({ display_name: 'Taken' }),
  'PATCH /mailboxes/{id}/labels/{labelId}': () => ({ name: 'Taken' }),
  'PATCH /mailboxes/{id}/messages/{msgId}': () => ({ lida: true }),
  'POST /mailboxes/{id}/messages/{msgId}/labels': (own) => ({ label_id: own['/mailboxes/{id}/labels'] }),
  'POST /mailboxes/{id}/messages/{msgId}/quarantine/release': () => ({ confirmo: true }),
  'POST /mailboxes/{id}/threads/{threadId}/labels': (own) => ({ label_id: own['/mailboxes/{id}/labels'] }),
  'PUT /mailboxes/{id}/grants/{userId}': () => ({ role: 'reader' }),
};
