import { type Calls, META, plain } from '../support/calls.js';
import { type MailAccount, PGP_KEY } from './mail-rows.js';

const FORM = 'application/x-www-form-urlencoded';
const BOX = '/mailboxes/{id}';

type MailCalls = Calls<MailAccount>;

const inMailbox = async (own: MailAccount) => ({ ids: [await own.mailbox()] });

const DOMAINS: MailCalls = {
  'GET /orgs': plain,
  'GET /orgs/{orgID}/accounts': async (own) => ({ ids: [await own.organisation()] }),
  'GET /orgs/{orgID}/domains': async (own) => ({ ids: [await own.organisation()] }),
  'POST /orgs/{orgID}/domains': async (own) => ({
    ids: [await own.organisation()],
    body: { name: `${own.account.name()}.example` },
  }),
  'GET /domains/{id}': async (own) => ({ ids: [await own.domain()] }),
  'DELETE /domains/{id}': async (own) => ({ ids: [(await own.newDomain()).id] }),
  'GET /domains/{id}/dns': async (own) => ({ ids: [await own.domain()] }),
  'POST /domains/{id}/verify': async (own) => ({ ids: [await own.domain()] }),
  'POST /domains/{id}/dkim/rotate': async (own) => ({ ids: [await own.domain()] }),
  'GET /domains/{id}/reports': async (own) => ({ ids: [await own.domain()] }),
  'PUT /domains/{id}/catchall': async (own) => {
    const mailbox = await own.mailbox();
    return { ids: [await own.domain()], body: { mailbox_id: mailbox } };
  },
  'PUT /domains/{id}/autocreate': async (own) => ({ ids: [await own.domain()], body: { enabled: false } }),
  'GET /domains/{id}/mailboxes': async (own) => ({ ids: [await own.domain()] }),
  'POST /domains/{id}/mailboxes': async (own) => ({
    ids: [await own.domain()],
    body: { local_part: own.account.name() },
  }),
};

const MAILBOXES: MailCalls = {
  'GET /mailboxes': plain,
  [`GET ${BOX}`]: inMailbox,
  [`PATCH ${BOX}`]: inMailbox,
  [`DELETE ${BOX}`]: async (own) => ({ ids: [(await own.newMailbox()).id] }),
  [`POST ${BOX}/restaurar`]: async (own) => ({ ids: [await own.deletedMailbox()] }),
  [`PUT ${BOX}/tipo`]: async (own) => ({ ids: [(await own.newMailbox()).id], body: { tipo: 'collective' } }),
  [`GET ${BOX}/quota`]: inMailbox,
  [`PUT ${BOX}/quota`]: inMailbox,
  'PUT /admin/mailboxes/{id}/subscription': async (own) => ({
    as: operatorIn(own),
    ids: [(await own.newMailbox()).id],
  }),
  'DELETE /admin/mailboxes/{id}/subscription': async (own) => {
    const { id } = await own.newMailbox();
    await operatorIn(own).put(`/admin/mailboxes/${id}/subscription`, { description: 'Five seats' });
    return { as: operatorIn(own), ids: [id] };
  },
  [`GET ${BOX}/grants`]: inMailbox,
  [`PUT ${BOX}/grants/{userId}`]: async (own) => ({
    ids: [await own.mailbox(), own.account.userId],
    body: { role: 'owner' },
  }),
  [`DELETE ${BOX}/grants/{userId}`]: async (own) => ({ ids: await own.readGrant() }),
  [`GET ${BOX}/avatar`]: async (own) => ({ ids: [await own.pictured()] }),
  [`PUT ${BOX}/avatar`]: async (own) => ({ ids: [await own.mailbox()], raw: own.avatarForm() }),
  [`DELETE ${BOX}/avatar`]: async (own) => ({ ids: [await own.pictured()] }),
  [`GET ${BOX}/app-passwords`]: inMailbox,
  [`POST ${BOX}/app-passwords`]: inMailbox,
  [`GET ${BOX}/app-passwords/{passwordId}`]: async (own) => ({ ids: await own.appPassword() }),
  [`DELETE ${BOX}/app-passwords/{passwordId}`]: async (own) => ({ ids: await own.appPassword() }),
  [`GET ${BOX}/events`]: async (own) => ({ as: own.client, ids: [await own.mailbox()] }),
  [`GET ${BOX}/signature`]: inMailbox,
  [`PUT ${BOX}/signature`]: inMailbox,
  [`GET ${BOX}/vacation`]: inMailbox,
  [`PUT ${BOX}/vacation`]: async (own) => ({ ids: [await own.mailbox()], body: { enabled: false } }),
  [`GET ${BOX}/forwarding`]: inMailbox,
  [`PUT ${BOX}/forwarding`]: async (own) => ({ ids: [await own.mailbox()], body: { enabled: false } }),
  [`POST ${BOX}/forwarding/confirmation`]: (own) => own.unconfirmedForwarding(),
  'GET /forwarding/confirm': async (own) => ({ query: { token: await own.forwarding() } }),
  'POST /forwarding/confirm': async (own) => ({
    raw: { type: FORM, content: new URLSearchParams({ token: await own.forwarding() }).toString() },
  }),
};

const ORDER: MailCalls = {
  [`GET ${BOX}/folders`]: inMailbox,
  [`POST ${BOX}/folders`]: async (own) => ({ ids: [await own.mailbox()], body: { name: own.account.name() } }),
  [`PATCH ${BOX}/folders/{fid}`]: async (own) => ({ ids: await own.folder(), body: { name: own.account.name() } }),
  [`DELETE ${BOX}/folders/{fid}`]: async (own) => ({ ids: await own.folder() }),
  [`POST ${BOX}/folders/{fid}/empty`]: async (own) => {
    return { ids: [await own.mailbox(), await own.folderOf('trash')] };
  },
  [`GET ${BOX}/labels`]: inMailbox,
  [`GET ${BOX}/labels/resumo`]: inMailbox,
  [`POST ${BOX}/labels`]: async (own) => ({ ids: [await own.mailbox()], body: { name: own.account.name() } }),
  [`PATCH ${BOX}/labels/{labelId}`]: async (own) => ({ ids: await own.label(), body: { name: own.account.name() } }),
  [`DELETE ${BOX}/labels/{labelId}`]: async (own) => ({ ids: await own.label() }),
  [`GET ${BOX}/label-rules`]: inMailbox,
  [`PUT ${BOX}/label-rules`]: async (own) => ({ ids: [await own.mailbox()], body: { promocoes: true } }),
  [`GET ${BOX}/filters`]: inMailbox,
  [`POST ${BOX}/filters`]: async (own) => ({ ids: [await own.mailbox()], body: own.filterBody() }),
  [`PUT ${BOX}/filters`]: async (own) => {
    const { id } = await own.newMailbox();
    const filter = (await own.client.post(`/mailboxes/${id}/filters`, own.filterBody())).body.id;
    return { ids: [id], body: { filter_ids: [filter] } };
  },
  [`GET ${BOX}/filters/{filterId}`]: async (own) => ({ ids: await own.filter() }),
  [`PATCH ${BOX}/filters/{filterId}`]: async (own) => ({ ids: await own.filter(), body: { enabled: false } }),
  [`DELETE ${BOX}/filters/{filterId}`]: async (own) => ({ ids: await own.filter() }),
  [`GET ${BOX}/contacts`]: inMailbox,
  [`POST ${BOX}/contacts`]: async (own) => ({ ids: [await own.mailbox()], body: { email: own.account.address() } }),
  [`GET ${BOX}/contacts/{contatoId}`]: async (own) => ({ ids: await own.contact() }),
  [`PATCH ${BOX}/contacts/{contatoId}`]: async (own) => ({ ids: await own.contact(), body: { name: 'Bia' } }),
  [`DELETE ${BOX}/contacts/{contatoId}`]: async (own) => ({ ids: await own.contact() }),
  [`GET ${BOX}/recipients/suggest`]: async (own) => ({ ids: [await own.mailbox()], query: { q: 'ana' } }),
  [`GET ${BOX}/pgp/keys`]: inMailbox,
  [`POST ${BOX}/pgp/keys`]: async (own) => ({
    ids: [(await own.newMailbox()).id],
    body: { email: 'ana@sender.test', public_key: PGP_KEY },
  }),
  [`DELETE ${BOX}/pgp/keys/{keyId}`]: async (own) => ({ ids: await own.pgpKey() }),
};

const MESSAGES: MailCalls = {
  [`GET ${BOX}/messages`]: inMailbox,
  [`PATCH ${BOX}/messages`]: async (own) => {
    const [mailbox, { id }] = await own.message();
    return { ids: [mailbox], body: { message_ids: [id], lida: true } };
  },
  [`POST ${BOX}/messages/delete`]: async (own) => {
    const [mailbox, { id }] = await own.message();
    return { ids: [mailbox], body: { message_ids: [id] } };
  },
  [`POST ${BOX}/messages/labels`]: async (own) => {
    const [mailbox, { id }] = await own.message();
    const [, label] = await own.label();
    return { ids: [mailbox], body: { message_ids: [id], aplicar: [label] } };
  },
  [`GET ${BOX}/messages/{msgId}`]: async (own) => ({ ids: await messageIds(own) }),
  [`PATCH ${BOX}/messages/{msgId}`]: async (own) => ({ ids: await messageIds(own), body: { favorita: true } }),
  [`DELETE ${BOX}/messages/{msgId}`]: async (own) => ({ ids: await own.trashed() }),
  [`GET ${BOX}/messages/{msgId}/raw`]: async (own) => ({ ids: await messageIds(own) }),
  [`GET ${BOX}/messages/{msgId}/attachments/{attId}`]: async (own) => {
    const [mailbox, { id, attachment }] = await own.message();
    return { ids: [mailbox, id, attachment], query: { aceito_risco: 'true' } };
  },
  [`POST ${BOX}/messages/{msgId}/labels`]: async (own) => ({
    ids: await messageIds(own),
    body: { label_id: (await own.label())[1] },
  }),
  [`DELETE ${BOX}/messages/{msgId}/labels/{labelId}`]: async (own) => ({ ids: await own.labelled() }),
  [`POST ${BOX}/messages/{msgId}/quarantine/release`]: async (own) => ({
    ids: await messageIds(own),
    body: { confirmo: true },
    instead: { status: 409, because: 'Without a filter for spam nothing is in quarantine' },
  }),
  [`POST ${BOX}/messages/{msgId}/pgp-verify`]: async (own) => ({ ids: await messageIds(own) }),
  [`GET ${BOX}/threads/{threadId}`]: async (own) => {
    const [mailbox, { thread }] = await own.message();
    return { ids: [mailbox, thread] };
  },
  [`POST ${BOX}/threads/{threadId}/labels`]: async (own) => {
    const [mailbox, { thread }] = await own.message();
    return { ids: [mailbox, thread], body: { label_id: (await own.label())[1] } };
  },
  [`POST ${BOX}/import`]: async (own) => ({ ids: [await own.mailbox()], raw: own.importBody() }),
  [`GET ${BOX}/imports`]: inMailbox,
  [`GET ${BOX}/imports/{importId}`]: async (own) => ({ ids: await own.startedImport() }),
  [`DELETE ${BOX}/imports/{importId}`]: async (own) => ({
    ids: await own.startedImport(),
    instead: { status: 409, because: 'An import of one message has ended before it can be cancelled' },
  }),
};

const WRITING: MailCalls = {
  'POST /v1/emails': async (own) => {
    const { address } = await own.newMailbox();
    return { body: { from: address, to: [own.account.address()], subject: 'Hello', text: 'Hello.' } };
  },
  [`POST ${BOX}/send`]: async (own) => ({
    ids: [await own.mailbox()],
    body: { to: [own.account.address()], subject: 'Hello', text: 'Hello.' },
  }),
  [`GET ${BOX}/drafts`]: inMailbox,
  [`POST ${BOX}/drafts`]: async (own) => ({ ids: [await own.mailbox()], body: { subject: 'Hello' } }),
  [`GET ${BOX}/drafts/{draftId}`]: async (own) => ({ ids: await own.draft() }),
  [`PATCH ${BOX}/drafts/{draftId}`]: async (own) => ({ ids: await own.draft(), body: { version: 1, subject: 'Hi' } }),
  [`DELETE ${BOX}/drafts/{draftId}`]: async (own) => ({ ids: await own.draft() }),
  [`POST ${BOX}/drafts/{draftId}/attachments`]: async (own) => ({
    ids: await own.draft(),
    raw: own.attachmentForm(),
  }),
  [`DELETE ${BOX}/drafts/{draftId}/attachments/{attId}`]: async (own) => ({ ids: await own.draftAttachment() }),
  [`GET ${BOX}/identities`]: inMailbox,
  [`POST ${BOX}/identities`]: async (own) => {
    const { id, address } = await own.newMailbox();
    return { ids: [id], body: { address } };
  },
  [`GET ${BOX}/identities/{identityId}`]: async (own) => ({ ids: await own.identity() }),
  [`PATCH ${BOX}/identities/{identityId}`]: async (own) => ({
    ids: await own.identity(),
    body: { display_name: 'Ana' },
  }),
  [`DELETE ${BOX}/identities/{identityId}`]: async (own) => ({ ids: await own.identity() }),
};

const OUTLOOK =
  '<?xml version="1.0"?><Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006">' +
  '<Request><EMailAddress>hello@demo.test</EMailAddress></Request></Autodiscover>';

const autodiscover = { raw: { type: 'text/xml', content: OUTLOOK } };
const ofAddress = ({ account }: MailAccount) => ({ query: { emailaddress: account.dev.mailbox.address } });

/** How mail programs and mail servers set themselves up. */
const CLIENTS: MailCalls = {
  'GET /autoconfig/mail/config-v1.1.xml': ofAddress,
  'GET /.well-known/autoconfig/mail/config-v1.1.xml': ofAddress,
  'GET /mail/config-v1.1.xml': ({ account }) => ({ as: account.host('mail', 'autoconfig.demo.test') }),
  'POST /autodiscover/autodiscover.xml': autodiscover,
  'POST /Autodiscover/Autodiscover.xml': autodiscover,
  'POST /AutoDiscover/AutoDiscover.xml': autodiscover,
  'POST /autodiscover/Autodiscover.xml': autodiscover,
  'POST /Autodiscover/autodiscover.xml': autodiscover,
  'GET /autoconfig/apple.mobileconfig': ofAddress,
  'GET /.well-known/mta-sts.txt': ({ account }) => ({ as: account.host('mail', 'mta-sts.demo.test') }),
};

async function messageIds(own: MailAccount): Promise<string[]> {
  const [mailbox, { id }] = await own.message();
  return [mailbox, id];
}

const operatorIn = ({ account }: MailAccount) =>
  account.operator('mail').with({ 'x-service-tenant': account.tenantId });

export const MAIL_CALLS: MailCalls = {
  ...META,
  ...DOMAINS,
  ...MAILBOXES,
  ...ORDER,
  ...MESSAGES,
  ...WRITING,
  ...CLIENTS,
};
