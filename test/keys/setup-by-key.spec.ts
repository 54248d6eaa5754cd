import { beforeAll, expect, it } from 'vitest';
import { DnsSink, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../support/http-client.js';
import { PUBLIC_URL, Readers } from '../support/readers.js';
import { wholeStack } from '../support/whole-stack.js';
import { useStack } from '../support/use-stack.js';

const COUNT = 1_000;
/** Contacts that are added after the list began to ask, and confirm; one more never answers. */
const ASKED = 40;

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => wholeStack({ DNS_SERVER: dns.server, PUBLIC_URL }));
let readers: Readers;
let hook: string;
let api: HttpClient;

beforeAll(async () => {
  readers = new Readers(stack);
  // All that the script knows is the key, and where it listens.
  ({ key: api, hook } = await stack.createAccount());
});
/** The body of an answer that must have this status. */
// oxlint-disable-next-line typescript/no-explicit-any
async function done(status: number, answer: ReturnType<HttpClient['get']>): Promise<any> {
  const { status: actual, body, text } = await answer;
  expect(actual, text).toBe(status);
  return body;
}

async function verifiedDomain(name: string): Promise<void> {
  const { Domain } = await done(201, api.post('/v1/domains', { Name: name }));
  for (const { Name, Type, Value } of Domain.Records) dns.add(Name, Type, Value);
  const verified = await done(200, api.post(`/v1/domains/${Domain.Id}/verify`, {}));
  expect(verified.Domain.Status).toBe('verified');
}

async function contactIds(): Promise<string[]> {
  const Contacts = Array.from({ length: COUNT + 1 }, (_, n) => ({ Email: `p${n}@example.test`, Name: `Reader ${n}` }));
  expect(await done(200, api.post('/v1/contacts/bulk', { Contacts }))).toMatchObject({ Created: COUNT + 1 });
  const ids: string[] = [];
  for (let cursor = 0, more = true; more;) {
    const page = await done(200, api.get(`/v1/contacts?limit=200&cursor=${cursor}`));
    ids.push(...page.Contacts.map(({ Id }: { Id: string }) => Id));
    cursor = page.NextCursor;
    more = page.HasMore;
  }
  expect(new Set(ids).size).toBe(COUNT + 1);
  return ids;
}

it('a script with nothing but an API key sets all up, sends a campaign to 1,000 who agreed, and reads the report', async () => {
  await verifiedDomain('news.example');

  const template = { Name: 'News', Channel: 'email', Subject: 'News for {{ name }}', Text: 'Hello {{ name }}.' };
  const { Template } = await done(201, api.post('/v1/templates', template));
  const preview = await done(200, api.post(`/v1/templates/${Template.Id}/preview`, { Data: { name: 'Ana' } }));
  expect(JSON.stringify(preview)).toContain('News for Ana');

  const { Topic } = await done(201, api.post('/v1/topics', { Name: 'Product news' }));
  const { List } = await done(201, api.post('/v1/lists', { Name: 'Readers' }));
  const Events = ['email.unsubscribed'];
  const { Webhook } = await done(201, api.post('/v1/webhooks', { Url: hook, Events }));

  const ids = await contactIds();
  const add = async (ContactIds: string[]) => done(200, api.post(`/v1/lists/${List.Id}/members`, { ContactIds }));
  const ofList = async () => (await done(200, api.get(`/v1/lists/${List.Id}`))).List;
  const known = ids.slice(ASKED + 1);
  for (let start = 0; start < known.length; start += 500) await add(known.slice(start, start + 500));
  await done(200, api.post('/v1/lists', { Name: 'Readers', DoubleOptIn: true }));
  expect(await add(ids.slice(0, ASKED + 1))).toMatchObject({ Added: ASKED + 1, Asked: ASKED + 1 });
  expect(await ofList()).toMatchObject({ MemberCount: COUNT + 1, PendingCount: ASKED + 1 });
  await readers.confirmAllButOne(ASKED + 1);
  expect(await ofList()).toMatchObject({ MemberCount: COUNT + 1, PendingCount: 1 });

  const draft = { Name: 'November', ListId: List.Id, Source: 'Shop <hello@news.example>', TemplateId: Template.Id };
  const { Campaign } = await done(201, api.post('/v1/campaigns', { ...draft, TopicId: Topic.Slug }));
  await done(200, api.post(`/v1/campaigns/${Campaign.Id}/start`, {}));
  await readers.arrived(/^Subject: News for Reader/m, COUNT, 'the campaign');
  const { Progress } = (await done(200, api.get(`/v1/campaigns/${Campaign.Id}`))).Campaign;
  expect(Progress).toMatchObject({ Accepted: COUNT, Failed: 0 });
  const mails = readers.mailsWith(/^Subject: News for Reader/m);
  expect(new Set(mails.map(({ to }) => String(to))).size).toBe(COUNT);
  expect(mails[0]!.source).toMatch(/^DKIM-Signature: [^:]*d=news\.example;/ms);

  await readers.unsubscribe(mails[0]!);
  const left = (await done(200, api.get('/v1/suppressions'))).Suppressions;
  expect(left).toEqual([
    expect.objectContaining({ Address: String(mails[0]!.to), Reason: 'unsubscribe', TopicId: Topic.Id }),
  ]);

  expect(await readers.events(1)).toMatchObject([{ EventType: 'email.unsubscribed', Environment: 'test' }]);
  await done(200, api.get(`/v1/webhooks/${Webhook.Id}/deliveries`));

  const { Messages } = await done(200, api.get('/v1/messages?channel=email&limit=5'));
  const { Message } = await done(200, api.get(`/v1/messages/${Messages[0].Id}`));
  expect(Message.Subject).toMatch(/^News for Reader \d+$/);
  const report = await waitUntil(
    async () => {
      const overview = await done(200, api.get(`/v1/reports/overview?campaign=${Campaign.Id}`));
      return overview.ByChannel.email.Sent === COUNT ? overview : undefined;
    },
    { timeoutMs: 20_000, what: 'the report' },
  );
  expect(report.ByChannel.email).toMatchObject({ Accepted: COUNT, Sent: COUNT });
  const top = await done(200, api.get('/v1/reports/top-templates'));
  expect(top.Templates[0]).toMatchObject({ TemplateId: Template.Id });
});
