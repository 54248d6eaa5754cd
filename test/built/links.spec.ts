import { beforeAll, describe, expect, inject, it } from 'vitest';
import { LINKS } from '../../apps/dashboard/src/gateway/links/links.js';
import { askGraphql } from '../support/graphql.js';
import { CrmAccount } from './calls/crm.js';
import { MailAccount } from './calls/mail-rows.js';
import { PagesAccount } from './calls/pages-rows.js';
import { PlatformAccount } from './calls/platform-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';

const { dev } = inject('builtStack');

/** Somebody whose address a message, a lead and a contact have, and somebody who wrote to the mailbox. */
let person: string;
let writer: string;
let account: BuiltAccount;
/** A selection around each link, by the type that has the link. */
let around: Record<string, (link: string) => string>;

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  const [platform, pages, crm, mail] = [
    new PlatformAccount(account),
    new PagesAccount(account),
    new CrmAccount(account),
    new MailAccount(account),
  ];
  person = account.address();
  writer = 'ana@x.test';
  const contact = await crm.contact({ email: person });
  const correspondent = await crm.contact({ email: writer });
  const SendAt = new Date(Date.now() + 3_600_000).toISOString();
  const sent = await platform.v1.email({ Destination: { ToAddresses: [person] }, SendAt });
  const message: string = (await expectStatus(platform.v1.client.post('/v1/emails/send', sent), 202)).MessageId;
  const lead = { campos: { email: person, nome: 'Ana' }, consentimento: true, form_id: await pages.form() };
  const { lead_id } = await expectStatus(pages.client.post('/v1/leads', lead), 201);
  const consent = { canal: 'email', recebe: true };
  await expectStatus(crm.client.put(`/v1/contatos/${contact}/consentimento`, consent), 200);
  await expectStatus(crm.client.post(`/v1/contatos/${contact}/atividades`, { texto: 'Ligou.' }), 201);
  const invitation = { Email: account.address(), Role: 'member' };
  await expectStatus(platform.api.client.post(`/api/tenants/${account.tenantId}/invitations`, invitation), 201);
  const [page] = await pages.version();
  const [mailbox] = await mail.message();
  await mail.appPassword();
  await Promise.all([platform.api.template(), platform.api.campaign(), crm.finishedImport(), crm.finishedExport()]);
  around = {
    Activity: (link) =>
      `crmContact(id: "${contact}") { activities(tipo: "nota", first: 1) { edges { node { ${link} } } } }`,
    AuditEntry: (link) => `auditEntries(actor: "${account.userId}", first: 5) { edges { node { ${link} } } }`,
    ConsentChange: (link) => `crmContact(id: "${contact}") { consentHistory(first: 5) { edges { node { ${link} } } } }`,
    ContactExportFile: (link) => `contactExportFiles(first: 1) { edges { node { ${link} } } }`,
    ContactImport: (link) => `contactImports(first: 1) { edges { node { ${link} } } }`,
    CrmContact: (link) =>
      link.startsWith('mailMessages')
        ? `crmContact(id: "${correspondent}") { ${link.replace('MAILBOX', mailbox)} }`
        : `crmContact(id: "${contact}") { ${link} }`,
    Invitation: (link) => `tenantInvitations(tenantId: "${account.tenantId}") { ${link} }`,
    Lead: (link) => `lead(id: "${lead_id}") { ${link} }`,
    MailboxAppPassword: (link) => `mailboxAppPasswords(mailbox_id: "${mailbox}") { ${link} }`,
    MailMessage: (link) => `mailMessages(mailbox_id: "${mailbox}", first: 1) { edges { node { ${link} } } }`,
    Message: (link) => `message(id: "${message}") { message { ${link} } }`,
    // Eight digits are a telephone number for the CRM, and the mark may have them.
    SearchResults: (link) =>
      `searchAll(q: "${link.startsWith('crmContacts') ? person : account.mark}") { ${link.replace('MAILBOX', mailbox)} }`,
    Version: (link) => `page(id: "${page}") { versions(first: 1) { edges { node { ${link} } } } }`,
  };
});

/** Fields that are asked of the end of a link, by its type. */
const FIELDS: Record<string, string> = { TenantMember: 'userId', CrmContact: 'email' };

const ask = (text: string) => askGraphql(account.session('dashboard'), `{ ${text} }`);

/** All values of an answer, without its names of fields. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];

describe('a link of the dashboard', () => {
  it.each(LINKS.map((link) => [`${link.on}.${link.name}`, link] as const))(
    '%s leads to what another app has',
    async (_name, { on, name, signature }) => {
      const type = /(\w+)!?\]?$/.exec(signature)![1]!;
      const args = signature.includes('mailbox_id') ? '(mailbox_id: "MAILBOX")' : '';
      const { data, errors } = await ask(around[on]!(`${name}${args} { ${FIELDS[type] ?? 'id'} }`));
      expect(errors).toEqual([]);
      const values = valuesIn(data);
      expect(values.length).toBeGreaterThan(0);
      if (type === 'TenantMember') expect(values).toContain(account.userId);
      else expect(values).not.toContain(null);
      if (name === 'crmContact') expect(values).toEqual([on === 'MailMessage' ? writer : person]);
    },
  );

  it('tells nothing to another account, even of an address that it has, too', async () => {
    const other = await BuiltAccount.signUp(dev);
    const id = await new CrmAccount(other).contact({ email: person });
    const query = `{ crmContact(id: "${id}") { messages { id } leads { id } } }`;
    expect(await askGraphql(other.session('dashboard'), query)).toMatchObject({
      data: { crmContact: { messages: [], leads: [] } },
      errors: [],
    });
    const found = await askGraphql(
      other.session('dashboard'),
      `{ searchAll(q: "${account.mark}") { pages { id } messages { id } } }`,
    );
    expect(found.data).toEqual({ searchAll: { pages: [], messages: [] } });
  });

  it('is refused alone by the app that it leads to, where that app refuses the caller', async () => {
    const other = await BuiltAccount.signUp(dev);
    const id = await new CrmAccount(other).contact();
    const mailbox = await new MailAccount(account).mailbox();
    const query = `{ crmContact(id: "${id}") { id mailMessages(mailbox_id: "${mailbox}") { id } leads { id } } }`;
    const { data, errors } = await askGraphql(other.session('dashboard'), query);
    expect(data).toEqual({ crmContact: { id, mailMessages: null, leads: [] } });
    expect(errors).toMatchObject([
      { path: ['crmContact', 'mailMessages'], extensions: { code: 'NotFound', app: 'mail' } },
    ]);
  });
});
