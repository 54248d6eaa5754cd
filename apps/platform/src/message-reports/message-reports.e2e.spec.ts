import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';
import type { MessageReport } from '#libs/core/app-events';
import { waitUntil } from '#libs/test/testing';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

/** A browser that a person uses. */
const READER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

const crm = useStack(startEventReceiver);
const stack = useStack(() => platformStack({ environment: { CRM_URL: crm.url, PUBLIC_URL: 'https://t.demo.test' } }));
let acme: TestTenant;
let key: HttpClient;

beforeEach(async () => {
  acme = await stack.createTenant();
  key = await acme.key();
});

/** Reads what the CRM was told of this tenant, in the order in which it happened. The sink takes no batches. */
function told(): MessageReport[] {
  const events = crm.requests
    .map(({ text }) => JSON.parse(text))
    .filter(({ type, tenantId, payload }) => payload && type === 'platform.messages.reported' && tenantId === acme.id);
  const unique = new Map(events.map((event) => [event.id, event.payload.reports as MessageReport[]]));
  return [...unique.values()].flat().toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
}

async function reports(): Promise<string[]> {
  await waitUntil(async () => (await stack.sql('select from outbox where tenant_id = $1', [acme.id])).length === 0);
  return told().map(({ address, change, url }) => [address, change, ...(url ? [url] : [])].join(' '));
}

/** Sends a mail; returns its id, and the paths of its picture and of its link. */
async function sent(to: string) {
  const Html = { Data: '<html><body><a href="https://shop.test/curso?a=1">Curso</a></body></html>' };
  const Message = { Subject: { Data: 'Hello' }, Body: { Html, Text: { Data: 'Hello' } } };
  const { body, text } = await key.post('/v1/emails/send', {
    ...acme.email({ to: [to] }),
    Message,
    TrackOpens: true,
    TrackClicks: true,
  });
  expect(body.MessageId, text).toBeDefined();
  const { raw } = await stack.mail.waitFor((one) => one.source.includes(`<${body.MessageId}@`));
  const html = String((await simpleParser(raw)).html);
  const pathOf = (kind: string) => new RegExp(`"https://t\\.demo\\.test(/t/${kind}/[^"]+)"`).exec(html)?.[1] ?? '';
  return { id: body.MessageId as string, open: pathOf('o'), click: pathOf('c') };
}
const visit = (path: string) => stack.anonymous.with(READER).get(path);

it('what happens to a mail is told, with its subject, and the link of a click', async () => {
  const { id, open, click } = await sent('Ana@Example.test');
  expect(await reports()).toEqual(['ana@example.test sent']);
  expect(told()[0]).toMatchObject({ messageId: id, channel: 'email', subject: expect.any(String) });
  expect(told()[0]).not.toHaveProperty('origin');
  await visit(open);
  await waitUntil(async () => (await reports()).length === 2);
  await visit(click);
  await waitUntil(async () => (await reports()).length === 3);
  expect(await reports()).toEqual([
    'ana@example.test sent',
    'ana@example.test opened',
    'ana@example.test clicked https://shop.test/curso?a=1',
  ]);
});

it('a message with an origin says it', async () => {
  const { id } = await sent('bia@example.test');
  await stack.sql(`update message set origin = 'e/3' where tenant_id = $1 and id = $2`, [acme.id, id]);
  const { open } = await sent('cid@example.test');
  await stack.sql(`update message set origin = 'e/4' where tenant_id = $1 and recipient = 'cid@example.test'`, [
    acme.id,
  ]);
  await visit(open);
  await waitUntil(async () => (await reports()).length === 3);
  expect(told().map(({ change, origin }) => [change, origin])).toContainEqual(['opened', 'e/4']);
});

it('an open by a program is not told', async () => {
  const { open } = await sent('dora@example.test');
  await stack.anonymous.with({ 'user-agent': 'curl/8.0' }).get(open);
  await waitUntil(
    async () =>
      (await stack.sql(`select from message_event where tenant_id = $1 and type = 'opened'`, [acme.id])).length === 1,
  );
  expect(await reports()).toEqual(['dora@example.test sent']);
});

it('a message of a test key is not told in production, and one of a live key is', async () => {
  const production = await platformStack({
    environment: {
      CRM_URL: crm.url,
      NODE_ENV: 'production',
      PUSH_SUBJECT: 'mailto:push@service.test',
      ALLOWED_ORIGINS: 'https://app.service.test',
    },
  });
  try {
    acme = await production.createTenant();
    for (const kind of ['test', 'live'] as const) {
      const { client } = await acme.createKey([], kind);
      const answer = await client.post('/v1/emails/send', acme.email({ to: [`${kind}@example.test`] }));
      expect(answer.status, answer.text).toBe(202);
      const { body } = answer;
      await production.mail.waitFor((one) => one.source.includes(`<${body.MessageId}@`));
      const sentEvents = `select from message_event where tenant_id = $1 and message_id = $2 and type = 'sent'`;
      await waitUntil(async () => (await production.sql(sentEvents, [acme.id, body.MessageId])).length === 1);
    }
    await waitUntil(() => told().length > 0, { what: 'the report of the live message' });
    await waitUntil(
      async () => (await production.sql('select from outbox where tenant_id = $1', [acme.id])).length === 0,
    );
    expect(told().map(({ address, change }) => `${address} ${change}`)).toEqual(['live@example.test sent']);
  } finally {
    await production.close();
  }
});

it('a tenant without the CRM is not told of, by no row and no call', async () => {
  await stack.publish('tenant', acme.id, {
    id: acme.id,
    slug: acme.slug,
    name: 'A',
    status: 'active',
    plan: '',
    products: ['mail'],
  });
  await sent('ana@example.test');
  expect(await reports()).toEqual([]);
});
