// A page of 50 messages with their events by GraphQL, per second; beside it GET /api/messages, which shows the same
// page without the events: no list of REST has them.
import type { BenchTenant } from './support/platform.js';
import { SessionIssuer } from './support/bench-session.js';
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { fillMessages } from './support/spread-messages.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 4, messages: 100_000, connections: 16, limit: 50 });

/** What the list of REST has of a message, and the timeline, without the details of each event, which would be more values than a query may ask for. */
const QUERY = `query ($first: Int!) {
  messages(first: $first) {
    edges { node {
      id channel status environment from to subject templateId campaignId tags { key value } error scheduledAt sentAt
      createdAt updatedAt
      events { id type occurredAt reason }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** How many events each message of the newest pages has: that it was accepted is the first. */
const EVENTS = 4;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const tenant = await platform.addTenant();
  await fillMessages(platform, tenant, options.messages);
  await addEvents(platform, tenant);
  const app = cleanup.add(await platform.start('api', issuer.environment));
  const generator = cleanup.add(await LoadGenerator.start());
  const headers = { Authorization: `Bearer ${await issuer.session(tenant)}` };
  const common = { port: app.port, headers, connections: options.connections, expectedStatus: 200 };
  const body = JSON.stringify({ query: QUERY, variables: { first: options.limit } });
  await expectWholePage(app.port, headers, body);

  const graphql = (seconds: number) => generator.run({ ...common, method: 'POST', path: '/graphql', body, seconds });
  const rest = (seconds: number) =>
    generator.run({ ...common, method: 'GET', path: `/api/messages?limit=${options.limit}`, seconds });

  const title = `A page of ${options.limit} messages, ${options.connections} connections, requests per second`;
  const report = new Report(title, ['GraphQL, with events', 'p50 ms', 'REST, without', 'p50 ms', 'ratio']);
  await graphql(options.seconds);
  await rest(options.seconds);
  for (let round = 0; round < options.rounds; round += 1) {
    const [ours, limit] = [await graphql(options.seconds), await rest(options.seconds)];
    report.add([ours.perSecond, ours.p50, limit.perSecond, limit.p50, ours.perSecond / limit.perSecond]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'GraphQL with events / REST without', value: ratio, bound: 'least', floor: 0.4 }]);
});

/** Each message of the newest pages was sent, delivered and opened. */
async function addEvents(platform: Platform, { id: tenantId }: BenchTenant): Promise<void> {
  await platform.admin.query(
    `insert into message_event (tenant_id, message_id, id, type, occurred_at)
     select $1, newest.id, 'evt_' || right(newest.id, 13) || lpad(to_hex(n), 3, '0'), type, created_at + n * interval '1 second'
     from (select id, created_at from message where tenant_id = $1 order by id desc limit 10000) as newest
     cross join unnest(array['sent', 'delivered', 'opened']) with ordinality as happened (type, n)`,
    [tenantId],
  );
  await platform.admin.query('vacuum (analyze) message_event');
}

/** A refusal is 200 by GraphQL, so the generator would not see it. */
async function expectWholePage(port: number, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  });
  const { data, errors } = (await answer.json()) as {
    data?: { messages: { edges: { node: { events: unknown[] } }[] } };
    errors?: unknown;
  };
  const events = data?.messages.edges.map(({ node }) => node.events.length) ?? [];
  if (events.length === options.limit && events.every((count) => count === EVENTS)) return;
  throw new Error(`Answered ${answer.status}: ${JSON.stringify(errors ?? events)}`);
}
