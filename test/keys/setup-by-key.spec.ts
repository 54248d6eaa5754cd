import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#libs/testing';
import type { HttpClient } from '../support/http-client.js';
import { wholeStack, type WholeStack } from '../support/whole-stack.js';

const COUNT = 1_000;

let stack: WholeStack;
let hook: string;
let api: HttpClient;

beforeAll(async () => {
  stack = await wholeStack();
  // All that the script knows is the key, and where it listens.
  ({ key: api, hook } = await stack.createAccount());
});
afterAll(() => stack?.close());

/** The body of an answer that must have this status. */
// oxlint-disable-next-line typescript/no-explicit-any
async function done(status: number, answer: ReturnType<HttpClient['get']>): Promise<any> {
  const { status: actual, body, text } = await answer;
  expect(actual, text).toBe(status);
  return body;
}

it('a script with nothing but an API key sets all up, sends a campaign to 1,000 contacts and reads the report', async () => {
  const { Domain } = await done(201, api.post('/v1/domains', { Name: 'news.example' }));
  expect(Domain.Records.length).toBeGreaterThan(0);

  const template = { Name: 'News', Channel: 'email', Subject: 'News for {{ name }}', Text: 'Hello {{ name }}.' };
  const { Template } = await done(201, api.post('/v1/templates', template));
  const preview = await done(200, api.post(`/v1/templates/${Template.Id}/preview`, { Data: { name: 'Ana' } }));
  expect(JSON.stringify(preview)).toContain('News for Ana');

  const { List } = await done(201, api.post('/v1/lists', { Name: 'Readers' }));
  const Contacts = Array.from({ length: COUNT }, (_, n) => ({ Email: `p${n}@example.test`, Name: `Reader ${n}` }));
  expect(await done(200, api.post('/v1/contacts/bulk', { Contacts }))).toMatchObject({ Created: COUNT });
  const ids: string[] = [];
  for (let cursor = '0'; ids.length < COUNT;) {
    const page = await done(200, api.get(`/v1/contacts?limit=200&cursor=${cursor}`));
    ids.push(...page.Contacts.map(({ Id }: { Id: string }) => Id));
    cursor = String(page.NextCursor);
    if (!page.HasMore) break;
  }
  expect(new Set(ids).size).toBe(COUNT);
  for (let start = 0; start < COUNT; start += 500) {
    const ContactIds = ids.slice(start, start + 500);
    expect(await done(200, api.post(`/v1/lists/${List.Id}/members`, { ContactIds }))).toMatchObject({ Added: 500 });
  }

  const { Webhook } = await done(201, api.post('/v1/webhooks', { Url: hook, Events: ['email.sent'] }));

  const draft = { Name: 'November', ListId: List.Id, Source: 'hello@sender.test', TemplateId: Template.Id };
  const { Campaign } = await done(201, api.post('/v1/campaigns', draft));
  await done(200, api.post(`/v1/campaigns/${Campaign.Id}/start`, {}));
  const ended = await waitUntil(
    async () => {
      const now = (await done(200, api.get(`/v1/campaigns/${Campaign.Id}`))).Campaign;
      return now.Status === 'completed' ? now : undefined;
    },
    { timeoutMs: 60_000, what: 'the campaign to be completed' },
  );
  expect(ended.Progress).toEqual({ Recipients: COUNT, Accepted: COUNT, Skipped: 0, Failed: 0 });

  const { Messages } = await done(200, api.get('/v1/messages?channel=email&limit=5'));
  expect(Messages).toHaveLength(5);
  const { Message } = await done(200, api.get(`/v1/messages/${Messages[0].Id}`));
  expect(Message.Subject).toMatch(/^News for Reader \d+$/);
  await done(200, api.get(`/v1/webhooks/${Webhook.Id}/deliveries`));
  const overview = await done(200, api.get('/v1/reports/overview'));
  expect(overview.ByChannel.email).toMatchObject({ Accepted: COUNT });
  const top = await done(200, api.get('/v1/reports/top-templates'));
  expect(top.Templates[0]).toMatchObject({ TemplateId: Template.Id });
}, 120_000);
