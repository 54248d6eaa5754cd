import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardDoubles } from '../../../../../test/support/dashboard-doubles.js';
import { askGraphql } from '../../../../../test/support/graphql.js';
import { HttpClient } from '../../../../../test/support/http-client.js';
import type { SchemaDouble } from '../../../../../test/support/schema-double.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { APPS, type AppName, type PerApp } from '../../app-names.js';
import { LINKS } from './links.js';

const gateway = useStack(() => DashboardDoubles.start());
const client = usePrepared(() => new HttpClient(gateway.url, { authorization: 'Bearer a-token' }));

let apps: PerApp<SchemaDouble>;

beforeEach(() => {
  gateway.forget();
  apps = gateway.followSchemas();
  for (const app of APPS) apps[app].said = SAID[app];
});

const COUNT = 20;

const many = <T>(make: (n: number) => T, count = COUNT): T[] => Array.from({ length: count }, (_, n) => make(n));
const connection = (make: (n: number) => object) => ({ edges: many((n) => ({ node: make(n) })) });
const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

const contact = (n: number) => ({
  id: `c${n}`,
  nome: `Contact ${n}`,
  emails: [`p${n}@example.test`],
  activities: connection((m) => ({ id: `a${m}`, autor: `usr_${m}` })),
  consentHistory: connection((m) => ({ id: `h${m}`, autor: `usr_${m}` })),
});

/** Answers of the apps: twenty of everything, each of another person. */
const SAID: PerApp<Record<string, unknown>> = {
  platform: {
    messages: connection((n) => ({ id: `m${n}`, to: `p${n}@example.test` })),
    messagesOf: ({ addresses, first }: { addresses: string[]; first: number }) =>
      addresses.map((address) => ({
        address,
        messages: many(
          (n) => ({ id: `${address}${n}`, to: address, subject: `${n}`, createdAt: timeOf(60 - n) }),
          first,
        ),
      })),
    membersByIds: ({ ids }: { ids: string[] }) => ids.map((id) => ({ userId: id, name: `Member ${id}` })),
    templates: connection((n) => ({ id: `t${n}`, name: `Template ${n}` })),
    campaigns: connection((n) => ({ id: `k${n}`, name: `Campaign ${n}` })),
    auditEntries: connection((n) => ({ id: `e${n}`, actor: { kind: 'user', id: `usr_${n}` } })),
    tenantInvitations: many((n) => ({ id: `i${n}`, invitedBy: `usr_${n}` })),
  },
  mail: {
    mailMessages: connection((n) => ({ id: `e${n}`, from: { address: `p${n}@example.test`, name: '' } })),
    mailboxAppPasswords: many((n) => ({ id: `p${n}`, user_id: `usr_${n}` })),
  },
  pages: {
    page: { id: 'p', versions: connection((n) => ({ versao: n, autor: `usr_${n}` })) },
    pages: connection((n) => ({ id: `p${n}`, titulo: `Page ${n}` })),
    leads: connection((n) => ({ id: `l${n}`, email: `p${n}@example.test` })),
    leadsOf: ({ emails }: { emails: string[] }) =>
      emails.map((email) => ({ email, leads: [{ id: `lead of ${email}`, email, recebido_em: timeOf(1) }] })),
  },
  crm: {
    contact: contact(0),
    contacts: connection(contact),
    crmContactsByEmail: ({ emails }: { emails: string[] }) =>
      emails.map((email) => ({ ...contact(0), id: `contact of ${email}` })),
    contactImports: connection((n) => ({ id: `i${n}`, autor_id: `usr_${n}` })),
    contactExportFiles: connection((n) => ({ id: `f${n}`, autor_id: `usr_${n}` })),
  },
};

/** A list of twenty of each type that has a link, around the link. */
const OF_TYPE: Record<string, (link: string) => string> = {
  Activity: (link) => `crmContact(id: "c") { activities(first: 20) { edges { node { ${link} } } } }`,
  AuditEntry: (link) => `auditEntries(first: 20) { edges { node { ${link} } } }`,
  ConsentChange: (link) => `crmContact(id: "c") { consentHistory(first: 20) { edges { node { ${link} } } } }`,
  ContactExportFile: (link) => `contactExportFiles(first: 20) { edges { node { ${link} } } }`,
  ContactImport: (link) => `contactImports(first: 20) { edges { node { ${link} } } }`,
  CrmContact: (link) => `crmContacts(first: 20) { edges { node { ${link} } } }`,
  Invitation: (link) => `tenantInvitations(tenantId: "t") { ${link} }`,
  Lead: (link) => `leads(first: 20) { edges { node { ${link} } } }`,
  MailboxAppPassword: (link) => `mailboxAppPasswords(mailbox_id: "m") { ${link} }`,
  MailMessage: (link) => `mailMessages(mailbox_id: "m", first: 20) { edges { node { ${link} } } }`,
  Message: (link) => `messages(first: 20) { edges { node { ${link} } } }`,
  SearchResults: (link) => `searchAll(q: "ana") { ${link} }`,
  Version: (link) => `page(id: "p") { versions(first: 20) { edges { node { ${link} } } } }`,
};

/** A link as a selection. */
const selectionOf = ({ name, signature }: (typeof LINKS)[number]): string => {
  const args = signature.includes('mailbox_id') ? '(mailbox_id: "m")' : '';
  return `${name}${args} { ${signature.endsWith('TenantMember') ? 'userId' : 'id'} }`;
};

/** One object of a type whose links are searches. */
const alone = (type: string, link: string): string =>
  type === 'SearchResults' ? OF_TYPE[type]!(link) : `crmContact(id: "c") { ${link} }`;

const keyed = LINKS.filter(({ rootFields }) => rootFields(COUNT) === 1);
const single = LINKS.filter(({ rootFields }) => rootFields(COUNT) === COUNT);

const callsOf = (app: AppName, field: string) => apps[app].calls.filter(({ fields }) => fields.includes(field));

/** The answer without its names of fields. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];

describe('every link', () => {
  it.each(keyed.map((link) => [`${link.on}.${link.name}`, link] as const))(
    '%s of a list is one root field of the app that it leads to',
    async (_name, link) => {
      const { data, errors } = await askGraphql(client, `{ ${OF_TYPE[link.on]!(selectionOf(link))} }`);
      expect(errors).toEqual([]);
      const found = valuesIn(data);
      expect(found.length).toBeGreaterThanOrEqual(COUNT);
      expect(found).not.toContain(null);
      expect(callsOf(link.app, link.field).map(({ fields }) => fields)).toEqual([[link.field]]);
      expect(Object.values(callsOf(link.app, link.field)[0]!.args[0]!)[0]).toHaveLength(COUNT);
    },
  );

  it.each(single.map((link) => [`${link.on}.${link.name}`, link] as const))(
    '%s, which has no field with many keys, is refused in a long list',
    async (_name, link) => {
      const selection = selectionOf(link);
      const one = await askGraphql(client, `{ ${alone(link.on, selection)} }`);
      expect([one.errors, callsOf(link.app, link.field)]).toEqual([[], [expect.anything()]]);
      expect(valuesIn(one.data).length).toBeGreaterThan(1);
      const aliases = many((n) => `s${n}: ${alone(link.on, selection)}`, 11).join(' ');
      const { errors } = await askGraphql(client, `{ ${aliases} }`);
      expect(errors[0]!.message).toMatch(/10 root fields of \w+/);
    },
  );

  it.each(LINKS.map((link) => [`${link.on}.${link.name}`, link] as const))(
    '%s is null alone while its app is away',
    async (_name, link) => {
      gateway.apps[link.app].answer(({ text }) =>
        (JSON.parse(text) as { query: string }).query.includes(`${link.field}(`)
          ? { status: 503, body: 'away' }
          : { body: apps[link.app].answer(text) },
      );
      const inside = `__typename ${selectionOf(link)}`;
      const query = `{ ${single.includes(link) ? alone(link.on, inside) : OF_TYPE[link.on]!(inside)} }`;
      const { data, errors, status } = await askGraphql(client, query);
      expect([status, valuesIn(data)]).toEqual([200, expect.arrayContaining([link.on, null])]);
      expect(errors.length).toBeGreaterThan(0);
      for (const { path, extensions } of errors) {
        expect(path!.at(-1)).toBe(link.name);
        expect(extensions).toMatchObject({ code: 'ServiceUnavailable', app: link.app });
      }
    },
  );
});

describe('a list of contacts', () => {
  const WITH_ALL = 'crmContacts(first: 20) { edges { node { id messages(first: 2) { subject } leads { id } } } }';

  it('with messages and leads asks each app once', async () => {
    const { data, errors } = await askGraphql(client, `{ ${WITH_ALL} }`);
    expect(errors).toEqual([]);
    expect(data.crmContacts.edges).toHaveLength(COUNT);
    expect(data.crmContacts.edges[7].node).toEqual({
      id: 'c7',
      messages: [{ subject: '0' }, { subject: '1' }],
      leads: [{ id: 'lead of p7@example.test' }],
    });
    expect(APPS.map((app) => gateway.asked[app].length)).toEqual([1, 0, 1, 1]);
  });

  it('is asked by the credential and the tenant of the caller, wherever a link leads', async () => {
    await client.post('/graphql', { query: `{ ${WITH_ALL} }` }, { 'x-service-tenant': 'acme' });
    for (const app of ['platform', 'pages', 'crm'] as const)
      expect(gateway.asked[app][0]!.headers).toMatchObject({
        authorization: 'Bearer a-token',
        'x-service-tenant': 'acme',
      });
  });

  it('asks for each person once, however often they are there', async () => {
    apps.crm.said = { contacts: connection(() => contact(1)) };
    const { data } = await askGraphql(client, `{ ${WITH_ALL} }`);
    expect(data.crmContacts.edges.every(({ node }: { node: { leads: unknown[] } }) => node.leads.length === 1)).toBe(
      true,
    );
    expect(callsOf('pages', 'leadsOf')[0]!.args).toEqual([{ emails: ['p1@example.test'], first: 5 }]);
  });

  it('has null where the app that the link leads to has none for the key, such as of another tenant', async () => {
    apps.crm.said = {
      crmContactsByEmail: ({ emails }: { emails: string[] }) => emails.map((_, n) => (n === 1 ? { id: 'c' } : null)),
    };
    const { data, errors } = await askGraphql(
      client,
      '{ messages(first: 20) { edges { node { crmContact { id } } } } }',
    );
    expect(errors).toEqual([]);
    expect(data.messages.edges.map(({ node }: { node: object }) => node).slice(0, 3)).toEqual([
      { crmContact: null },
      { crmContact: { id: 'c' } },
      { crmContact: null },
    ]);
  });

  it('has the refusal of an app at each link that it refused', async () => {
    apps.pages.said = {
      leadsOf: () => {
        throw new Error('No.');
      },
    };
    const { data, errors } = await askGraphql(client, `{ ${WITH_ALL} }`);
    expect(data.crmContacts.edges[3].node).toMatchObject({ leads: null, messages: [{}, {}] });
    expect(errors).toHaveLength(COUNT);
    expect(errors[3]).toMatchObject({
      path: ['crmContacts', 'edges', 3, 'node', 'leads'],
      extensions: { code: 'PermissionDenied', app: 'pages' },
    });
  });

  it('has an error of one field of what a link found at its place', async () => {
    apps.platform.said = {
      messagesOf: ({ addresses }: { addresses: string[] }) =>
        addresses.map((address, n) => ({
          address,
          messages: [
            {
              id: address,
              error: () => {
                if (n === 2) throw new Error('No.');
                return 'none';
              },
            },
          ],
        })),
    };
    const { data, errors } = await askGraphql(client, '{ crmContacts { edges { node { messages { error } } } } }');
    expect(data.crmContacts.edges[1].node).toEqual({ messages: [{ error: 'none' }] });
    expect(data.crmContacts.edges[2].node).toEqual({ messages: [{ error: null }] });
    expect(errors).toMatchObject([
      { path: ['crmContacts', 'edges', 2, 'node', 'messages', 0, 'error'], extensions: { app: 'platform' } },
    ]);
  });
});

describe('a contact', () => {
  it('with several addresses and a telephone has the newest messages of all, each once', async () => {
    const addresses = ['a@example.test', 'b@example.test', '+5511999990000'];
    apps.crm.said = { contact: { id: 'c', emails: addresses.slice(0, 2), telefones: addresses.slice(2) } };
    apps.platform.said = {
      messagesOf: () =>
        addresses.map((address, n) => ({
          address,
          messages: [
            { id: `${address} old`, createdAt: timeOf(n) },
            { id: 'to both', createdAt: timeOf(30) },
            { id: `${address} new`, createdAt: timeOf(20 + n) },
          ],
        })),
    };
    const { data } = await askGraphql(client, '{ crmContact(id: "c") { messages(first: 3) { id } } }');
    expect(data.crmContact.messages.map(({ id }: { id: string }) => id)).toEqual([
      'to both',
      '+5511999990000 new',
      'b@example.test new',
    ]);
    expect(callsOf('platform', 'messagesOf')[0]!.args).toEqual([{ addresses, first: 3 }]);
  });

  it('without an address has no messages, and asks nobody', async () => {
    apps.crm.said = { contact: { id: 'c' } };
    const { data } = await askGraphql(client, '{ crmContact(id: "c") { messages { id } leads { id } } }');
    expect(data.crmContact).toEqual({ messages: [], leads: [] });
    expect([gateway.asked.platform, gateway.asked.pages]).toEqual([[], []]);
  });

  it('is followed over names of the operation, fragments and directives', async () => {
    const query = `query ($n: Int, $no: Boolean!) {
      one: crmContact(id: "c") { emails: nome ...more ... on CrmContact { sent: messages(first: $n) { subject } } }
    }
    fragment more on CrmContact { sent: messages(first: $n) { number: id } skipped: leads @include(if: $no) { id } }`;
    const { data, errors } = await askGraphql(client, query, { n: 1, no: false });
    expect(errors).toEqual([]);
    expect(data.one).toEqual({ emails: 'Contact 0', sent: [{ subject: '0', number: 'p0@example.test0' }] });
    expect(callsOf('pages', 'leadsOf')).toEqual([]);
  });

  it('is followed from what a mutation answers, by a query', async () => {
    apps.crm.said = { updateContact: contact(4) };
    const query = 'mutation { updateCrmContact(id: "c", input: {}) { leads { id } } }';
    const { data, errors } = await askGraphql(client, query);
    expect([errors, data]).toEqual([[], { updateCrmContact: { leads: [{ id: 'lead of p4@example.test' }] } }]);
    expect(JSON.parse(gateway.asked.pages[0]!.text).query).toMatch(/^query|^\{/);
  });

  it('is followed there and back', async () => {
    const query = '{ crmContact(id: "c") { messages(first: 1) { crmContact { leads { crmContact { id } } } } } }';
    const { data, errors } = await askGraphql(client, query);
    expect(errors).toEqual([]);
    expect(data.crmContact.messages[0].crmContact.leads[0].crmContact.id).toBe('contact of p0@example.test');
  });
});

describe('an author', () => {
  it('is asked for where a member stands alone', async () => {
    apps.platform.said = {
      ...SAID.platform,
      auditEntries: {
        edges: [
          { node: { actor: { kind: 'user', id: 'usr_1' } } },
          { node: { actor: { kind: 'key', id: 'key_1' } } },
          { node: { actor: { kind: 'system' } } },
        ],
      },
    };
    const { data } = await askGraphql(client, '{ auditEntries { edges { node { author { name } } } } }');
    expect(data.auditEntries.edges.map(({ node }: { node: { author: unknown } }) => node.author)).toEqual([
      { name: 'Member usr_1' },
      null,
      null,
    ]);
    expect(callsOf('platform', 'membersByIds')[0]!.args).toEqual([{ ids: ['usr_1'] }]);
  });
});

describe('the limits', () => {
  it('split the keys of a long list', async () => {
    apps.crm.said = {
      contacts: {
        edges: many((n) => ({ node: { ...contact(n), emails: many((m) => `p${n}.${m}@example.test`, 3) } }), 50),
      },
    };
    const { errors, data } = await askGraphql(client, '{ crmContacts(first: 50) { edges { node { leads { id } } } } }');
    expect(errors).toEqual([]);
    expect(data.crmContacts.edges[49].node.leads).toHaveLength(3);
    expect(callsOf('pages', 'leadsOf').map(({ args }) => (args[0]!['emails'] as string[]).length)).toEqual([100, 50]);
  });

  it('split them also by the values that an app answers', async () => {
    apps.crm.said = {
      contacts: {
        edges: many((n) => ({ node: { ...contact(n), emails: many((m) => `p${n}.${m}@example.test`, 2) } }), 50),
      },
    };
    const fields = 'id subject status to from channel error createdAt updatedAt sentAt campaignId topicId templateId';
    const query = `{ crmContacts(first: 50) { edges { node { messages(first: 10) { ${fields} } } } } }`;
    const { errors, data } = await askGraphql(client, query);
    expect(errors).toEqual([]);
    expect(data.crmContacts.edges[49].node.messages).toHaveLength(10);
    expect(callsOf('platform', 'messagesOf')).toHaveLength(2);
  });

  it('end what needs more calls of an app than an operation may have', async () => {
    apps.crm.said = {
      contacts: {
        edges: many((n) => ({ node: { ...contact(n), emails: many((m) => `p${n}.${m}@example.test`, 20) } }), 60),
      },
    };
    const query = '{ crmContacts(first: 60) { edges { node { id leads { id } } } } }';
    const { errors, data } = await askGraphql(client, query);
    expect(gateway.asked.pages).toHaveLength(10);
    expect(data.crmContacts.edges[0].node.leads).not.toBeNull();
    expect(data.crmContacts.edges[59].node).toEqual({ id: 'c59', leads: null });
    expect(errors.at(-1)!.extensions).toMatchObject({ code: 'ValidationError', app: 'pages' });
  });

  it.each([
    ['values', '{ crmContacts(first: 100) { edges { node { messages(first: 50) { id subject } } } } }', '10000 values'],
    [
      'a list of searches',
      `{ crmContacts(first: 11) { edges { node { mailMessages(mailbox_id: "m") { id } } } } }`,
      '10 root fields of mail',
    ],
    [
      'many links of an app',
      `{ crmContact(id: "c") { ${many((n) => `a${n}: leads { id }`, 11).join(' ')} } }`,
      '10 root fields of pages',
    ],
    [
      'depth',
      `{ messages { edges { node { ${'crmContact { messages { '.repeat(5)} id ${' } }'.repeat(5)} } } } }`,
      '12 fields deep',
    ],
  ])('hold for links: %s', async (_what, query, message) => {
    const { data, errors } = await askGraphql(client, query);
    expect([data, errors[0]!.message]).toEqual([null, expect.stringContaining(message)]);
    expect(Object.values(gateway.asked).flat()).toEqual([]);
  });

  it('hold for the size of a page of a link', async () => {
    const { data, errors } = await askGraphql(client, '{ crmContact(id: "c") { id messages(first: 51) { id } } }');
    expect(data.crmContact).toEqual({ id: 'c0', messages: null });
    expect(errors[0]!.extensions).toMatchObject({ code: 'ValidationError', field: 'first' });
  });
});
