import { readFileSync } from 'node:fs';
import nodemailer from 'nodemailer';
import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../support/http-client.js';
import type { ShownRecord } from '../../support/mail-domains.js';
import { type BuiltAccount, expectStatus } from '../support/account.js';
import { formOf } from '../support/multipart.js';
import { PATIENCE } from '../support/outside.js';
import { member } from './platform-account.js';
import { PlatformAccount } from './platform-rows.js';

const KEY_FILE = new URL('../../../libs/mail/pgp/test-support/gpg-samples.json', import.meta.url);
export const PGP_KEY = (JSON.parse(readFileSync(KEY_FILE, 'utf8')) as { publicKey: string }).publicKey;

interface Message {
  id: string;
  thread: string;
  attachment: string;
}

/** Makes rows of an account of Mail, with its owner's session. */
export class MailAccount {
  private madeDomain: Promise<{ id: string; name: string }> | undefined;
  private madeMailbox: Promise<{ id: string; address: string }> | undefined;

  constructor(readonly account: BuiltAccount) {}

  get client(): HttpClient {
    return this.account.session('mail');
  }

  async organisation(): Promise<string> {
    return (await expectStatus(this.client.get('/orgs'), 200)).orgs[0].id;
  }

  /** A domain whose records are not published. */
  async newDomain(): Promise<{ id: string; name: string; records: ShownRecord[] }> {
    const name = `${this.account.name()}.example`;
    return this.made(`/orgs/${await this.organisation()}/domains`, { name });
  }

  /** The domain of the account, which receives and sends. */
  async domain(): Promise<string> {
    return (await (this.madeDomain ??= this.verifyDomain())).id;
  }

  async verifyDomain(): Promise<{ id: string; name: string }> {
    const domain = await this.newDomain();
    this.account.outside.publish(domain.records);
    await expectStatus(this.client.post(`/domains/${domain.id}/verify`, {}), 200);
    return domain;
  }

  async newMailbox(): Promise<{ id: string; address: string }> {
    const local_part = this.account.name();
    const box = await this.made(`/domains/${await this.domain()}/mailboxes`, { local_part });
    const grant = this.client.put(`/mailboxes/${box.id}/grants/${this.account.userId}`, { role: 'owner' });
    await expectStatus(grant, 200);
    return box;
  }

  /** The mailbox of the account. */
  async mailbox(): Promise<string> {
    return (await (this.madeMailbox ??= this.newMailbox())).id;
  }

  async deletedMailbox(): Promise<string> {
    const { id } = await this.newMailbox();
    await expectStatus(this.client.delete(`/mailboxes/${id}`), 200);
    return id;
  }

  /** Something below the mailbox; returns the ids of the path. */
  async inBox(collection: string, body: object): Promise<[mailbox: string, id: string]> {
    const mailbox = await this.mailbox();
    return [mailbox, (await this.made(`/mailboxes/${mailbox}/${collection}`, body)).id];
  }

  folder = () => this.inBox('folders', { name: this.account.name() });
  label = () => this.inBox('labels', { name: this.account.name() });
  contact = () => this.inBox('contacts', { email: this.account.address() });
  appPassword = () => this.inBox('app-passwords', { name: this.account.name() });
  draft = () => this.inBox('drafts', { to: [this.account.address()], subject: 'Hello', text: 'Hello.' });
  filter = () => this.inBox('filters', this.filterBody());
  filterBody = () => ({ name: this.account.name(), q: 'assunto:fatura', actions: { star: true } });

  async pgpKey(): Promise<[mailbox: string, id: string]> {
    const { id: mailbox } = await this.newMailbox();
    const body = { email: 'ana@sender.test', public_key: PGP_KEY };
    return [mailbox, (await this.made(`/mailboxes/${mailbox}/pgp/keys`, body)).id];
  }

  async identity(): Promise<[mailbox: string, id: string]> {
    const { id, address } = await this.newMailbox();
    return [id, (await this.made(`/mailboxes/${id}/identities`, { address })).id];
  }

  async draftAttachment(): Promise<[mailbox: string, draft: string, attachment: string]> {
    const [mailbox, draft] = await this.draft();
    const { content, type } = this.attachmentForm();
    const path = `/mailboxes/${mailbox}/drafts/${draft}/attachments`;
    const { id } = await expectStatus(this.client.send('POST', path, content, { 'content-type': type }), 201);
    return [mailbox, draft, id];
  }

  attachmentForm = () => formOf({ arquivo: { name: 'a.txt', type: 'text/plain', content: 'Hello' } });

  avatarForm = () => formOf({ arquivo: { name: 'a.png', type: 'image/png', content: PNG } });

  /** A mailbox with a picture. */
  async pictured(): Promise<string> {
    const mailbox = await this.mailbox();
    const { content, type } = this.avatarForm();
    const set = this.client.send('PUT', `/mailboxes/${mailbox}/avatar`, content, { 'content-type': type });
    await expectStatus(set, 200);
    return mailbox;
  }

  /** A message that a stranger sent by SMTP, with an attachment. */
  async message(): Promise<[mailbox: string, message: Message]> {
    const mailbox = await this.mailbox();
    const { address } = await this.madeMailbox!;
    const subject = this.account.name();
    const { host, port } = this.account.dev.smtp.inbound;
    const transport = nodemailer.createTransport({ host, port, ignoreTLS: true });
    const attachments = [{ filename: 'a.txt', content: 'Hello' }];
    await transport.sendMail({ from: 'ana@x.test', to: address, subject, text: 'Hello.', attachments });
    transport.close();
    return [mailbox, await this.arrived(mailbox, subject)];
  }

  async labelled(): Promise<[mailbox: string, message: string, label: string]> {
    const [mailbox, { id }] = await this.message();
    const [, label] = await this.label();
    await expectStatus(this.client.post(`/mailboxes/${mailbox}/messages/${id}/labels`, { label_id: label }), 200);
    return [mailbox, id, label];
  }

  async startedImport(): Promise<[mailbox: string, id: string]> {
    const mailbox = await this.mailbox();
    const { content, type } = this.importBody();
    const made = this.client.send('POST', `/mailboxes/${mailbox}/import`, content, { 'content-type': type });
    return [mailbox, (await expectStatus(made, 200, 202)).id];
  }

  importBody() {
    const content = `From: Ana <ana@x.test>\r\nSubject: ${this.account.name()}\r\n\r\nHello.\r\n`;
    return { type: 'message/rfc822', content };
  }

  async trashed(): Promise<[mailbox: string, message: string]> {
    const [mailbox, { id }] = await this.message();
    const folder_id = await this.folderOf('trash');
    await expectStatus(this.client.patch(`/mailboxes/${mailbox}/messages/${id}`, { folder_id }), 200);
    return [mailbox, id];
  }

  async folderOf(kind: string): Promise<string> {
    const { folders } = await expectStatus(this.client.get(`/mailboxes/${await this.mailbox()}/folders`), 200);
    return (folders as { id: string; kind: string }[]).find((one) => one.kind === kind)?.id ?? '';
  }

  /** A mailbox that a further member of the tenant reads, and that member. */
  async readGrant(): Promise<[mailbox: string, user: string]> {
    const { id: mailbox } = await this.newMailbox();
    const { id: user } = await member(new PlatformAccount(this.account));
    await expectStatus(this.client.put(`/mailboxes/${mailbox}/grants/${user}`, { role: 'reader' }), 200);
    return [mailbox, user];
  }

  async unconfirmedForwarding(): Promise<{ ids: string[]; body: { address: string } }> {
    const { id } = await this.newMailbox();
    const address = this.account.address();
    const ask = this.client.put(`/mailboxes/${id}/forwarding`, { enabled: true, destinations: [address] });
    await expectStatus(ask, 200);
    return { ids: [id], body: { address } };
  }

  /** A link in the mail that asks the address of a forwarding. */
  async forwarding(): Promise<string> {
    const { address } = (await this.unconfirmedForwarding()).body;
    return this.account.outside.inMailTo(address, /forwarding\/confirm\?token=([\w.-]+)/);
  }

  private async arrived(mailbox: string, subject: string): Promise<Message> {
    const { id } = await waitUntil(
      async () => {
        const { body } = await this.client.get(`/mailboxes/${mailbox}/messages?todas=true`);
        return (body.messages as { id: string; subject: string }[]).find((one) => one.subject === subject);
      },
      { ...PATIENCE, what: `the message ${subject}` },
    );
    const found = await expectStatus(this.client.get(`/mailboxes/${mailbox}/messages/${id}`), 200);
    return { id, thread: found.thread_id, attachment: found.attachments[0].id };
  }

  private made(path: string, body: object): Promise<Answer['body']> {
    return expectStatus(this.client.post(path, body), 201);
  }
}

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
