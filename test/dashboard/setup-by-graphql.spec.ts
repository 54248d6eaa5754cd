import { beforeAll, expect, it } from 'vitest';
import { DnsSink, waitUntil } from '#libs/test/testing';
import { graphqlData } from '../support/graphql.js';
import type { HttpClient } from '../support/http-client.js';
import { PUBLIC_URL, Readers } from '../support/readers.js';
import { wholeStack } from '../support/whole-stack.js';
import { useStack } from '../support/use-stack.js';

const COUNT = 1_000;
/** Contacts that are added after the list began to ask, and confirm; one more never answers. */
const ASKED = 20;

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => wholeStack({ DNS_SERVER: dns.server, PUBLIC_URL }));
let readers: Readers;
let hook: string;
let session: HttpClient;

beforeAll(async () => {
  readers = new Readers(stack);
  // All that the script knows is the session, and where it listens.
  ({ session, hook } = await stack.createAccount());
});
// Data has every shape; what is asked of it says which.
// oxlint-disable-next-line typescript/no-explicit-any
const ask = (query: string, variables: object = {}): Promise<any> => graphqlData(session, query, variables);

async function verifiedDomain(name: string): Promise<void> {
  const { createSendingDomain } = await ask(
    'mutation ($input: CreateSendingDomainInput!) { createSendingDomain(input: $input) { id records { name type value } } }',
    { input: { name } },
  );
  for (const record of createSendingDomain.records) dns.add(record.name, record.type, record.value);
  const verify = 'mutation ($id: ID!) { verifySendingDomain(id: $id) { status } }';
  const { verifySendingDomain } = await ask(verify, { id: createSendingDomain.id });
  expect(verifySendingDomain.status).toBe('verified');
}

async function importReaders(): Promise<string[]> {
  const contacts = Array.from({ length: COUNT + 1 }, (_, n) => ({ email: `p${n}@example.test`, name: `Reader ${n}` }));
  const { importContacts } = await ask(
    'mutation ($input: ImportContactsInput!) { importContacts(input: $input) { created errors { index } } }',
    { input: { contacts } },
  );
  expect(importContacts).toEqual({ created: COUNT + 1, errors: [] });
  const ids: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const page: {
      contacts: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    } = await ask(
      'query ($after: String) { contacts(first: 200, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    ids.push(...page.contacts.edges.map(({ node }) => node.id));
    ({ hasNextPage: more, endCursor: after } = page.contacts.pageInfo);
  }
  expect(new Set(ids).size).toBe(COUNT + 1);
  return ids;
}

const SAVE_LIST = 'mutation ($input: SaveContactListInput!) { saveContactList(input: $input) { id } }';
const ADD = `mutation ($id: ID!, $input: AddContactListMembersInput!) {
  addContactListMembers(id: $id, input: $input) { added asked }
}`;

/** A list of all contacts, of whom the last ones are asked first. */
async function listWithMembers(ids: readonly string[]): Promise<string> {
  const { id } = (await ask(SAVE_LIST, { input: { name: 'Readers' } })).saveContactList;
  const add = async (contactIds: string[]) =>
    (await ask(ADD, { id, input: { contactIds } })).addContactListMembers as { added: number; asked: number };
  const known = ids.slice(ASKED + 1);
  for (let start = 0; start < known.length; start += 500) await add(known.slice(start, start + 500));
  await ask(SAVE_LIST, { input: { name: 'Readers', doubleOptIn: true } });
  expect(await add(ids.slice(0, ASKED + 1))).toEqual({ added: ASKED + 1, asked: ASKED + 1 });
  await readers.confirmAllButOne(ASKED + 1);
  const { contactList } = await ask('query ($id: ID!) { contactList(id: $id) { memberCount pendingCount } }', { id });
  expect(contactList).toEqual({ memberCount: COUNT + 1, pendingCount: 1 });
  return id;
}

it('a dashboard with nothing but a session and GraphQL sets all up, sends a campaign to 1,000 who agreed, and reads the report', async () => {
  await verifiedDomain('news.example');
  const { createTemplate: template } = await ask(
    'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }',
    { input: { name: 'News', channel: 'email', subject: 'News for {{ name }}', text: 'Hello {{ name }}.' } },
  );
  const { previewTemplate } = await ask(
    'mutation ($id: ID!, $input: PreviewTemplateInput!) { previewTemplate(id: $id, input: $input) { subject } }',
    { id: template.id, input: { data: { name: 'Ana' } } },
  );
  expect(previewTemplate.subject).toBe('News for Ana');
  const { createTopic: topic } = await ask('mutation { createTopic(input: { name: "Product news" }) { id slug } }');
  await ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }', {
    input: { url: hook, events: ['email.unsubscribed'] },
  });
  const listId = await listWithMembers(await importReaders());

  const { createCampaign: campaign } = await ask(
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { id } }',
    {
      input: {
        name: 'November',
        listId,
        source: 'Shop <hello@news.example>',
        templateId: template.id,
        topicId: topic.slug,
      },
    },
  );
  await ask('mutation ($id: ID!) { startCampaign(id: $id) { status } }', { id: campaign.id });
  await readers.arrived(/^Subject: News for Reader/m, COUNT, 'the campaign');
  const mails = readers.mailsWith(/^Subject: News for Reader/m);
  expect(new Set(mails.map(({ to }) => String(to))).size).toBe(COUNT);

  await readers.unsubscribe(mails[0]!);
  const { suppressions } = await ask('{ suppressions { edges { node { address reason topicId } } } }');
  const left = { address: String(mails[0]!.to), reason: 'unsubscribe', topicId: topic.id };
  expect(suppressions.edges).toEqual([{ node: left }]);
  expect(await readers.events(1)).toMatchObject([{ EventType: 'email.unsubscribed', Environment: 'test' }]);

  const state = `query ($id: ID!) {
    campaign(id: $id) { progress { accepted failed } }
    reportOverview(campaign: $id) { byChannel { email { accepted sent } } }
    reportTopTemplates { templateId }
    messages(first: 3, campaign: $id) { edges { node { subject events { type } } } }
  }`;
  const report = await waitUntil(
    async () => {
      const data = await ask(state, { id: campaign.id });
      return data.reportOverview.byChannel.email.sent === COUNT ? data : undefined;
    },
    { timeoutMs: 20_000, what: 'the report' },
  );
  expect(report.reportOverview.byChannel.email).toEqual({ accepted: COUNT, sent: COUNT });
  expect(report.campaign.progress).toEqual({ accepted: COUNT, failed: 0 });
  expect(report.reportTopTemplates).toEqual([{ templateId: template.id }]);
  const [{ node }] = report.messages.edges;
  expect(node.subject).toMatch(/^News for Reader \d+$/);
  expect(node.events[0]).toEqual({ type: 'queued' });
});
