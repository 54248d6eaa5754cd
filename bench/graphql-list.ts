// A page of 50 messages with their events by GraphQL, per second; beside it the calls of REST that show the same: the
// list, which has no events, and each of its messages. The second pair is the list alone, without events, by both. The third is
// both by GraphQL through the gateway of the dashboard, beside the same calls of REST.
import type { BenchTenant } from './support/platform.js';
import { SessionIssuer } from './support/bench-session.js';
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { fillMessages } from './support/spread-messages.js';
import { startServices } from './support/services.js';
import { startGateway } from './support/gateway.js';

const options = readOptions({ rounds: 5, seconds: 4, messages: 100_000, connections: 16, limit: 50 });

/** Fields that the list of REST has of a message. */
const MESSAGE = `id channel status environment from to subject templateId campaignId tags { key value } error scheduledAt
  sentAt createdAt updatedAt`;
/** The details of each event would be more values than a query may ask for. */
const WITH_EVENTS = `${MESSAGE} events { id type occurredAt reason }`;

const queryOf = (fields: string) =>
  `query ($first: Int!) { messages(first: $first) { edges { node { ${fields} } } pageInfo { hasNextPage endCursor } } }`;

const bodyOf = (fields: string) => JSON.stringify({ query: queryOf(fields), variables: { first: options.limit } });

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
  const gateway = cleanup.add(
    await startGateway(services, { ...issuer.environment, PLATFORM_URL: `http://127.0.0.1:${app.port}` }),
  );
  const generator = cleanup.add(await LoadGenerator.start());
  const headers = { Authorization: `Bearer ${await issuer.session(tenant)}` };
  const common = { port: app.port, headers, connections: options.connections, expectedStatus: 200 };
  const ids = await expectWholePage(app.port, headers);
  await expectWholePage(gateway.port, headers);

  const graphql = async (fields: string, seconds: number, port = app.port) => {
    const body = bodyOf(fields);
    return (await generator.run({ ...common, port, method: 'POST', path: '/graphql', body, seconds })).perSecond;
  };
  const list = `/api/messages?limit=${options.limit}`;
  const rest = async (path: string[], seconds: number) =>
    (await generator.run({ ...common, method: 'GET', path, seconds })).perSecond / path.length;
  const measure = async (seconds: number) => [
    await graphql(WITH_EVENTS, seconds),
    await rest([list, ...ids.map((id) => `/api/messages/${id}`)], seconds),
    await graphql(MESSAGE, seconds),
    await rest([list], seconds),
    await graphql(WITH_EVENTS, seconds, gateway.port),
    await graphql(MESSAGE, seconds, gateway.port),
  ];

  const title = `A page of ${options.limit} messages, ${options.connections} connections, pages per second`;
  const columns = [
    'GraphQL, events',
    'REST, events',
    'GraphQL, list',
    'REST, list',
    'gateway, events',
    'gateway, list',
  ];
  const report = new Report(title, [
    ...columns,
    'with events',
    'list',
    'events / list',
    'gateway, with events',
    'gateway, list alone',
  ]);
  await measure(options.seconds);
  for (let round = 0; round < options.rounds; round += 1) {
    const [events = 0, restEvents = 0, page = 0, restPage = 0, viaEvents = 0, viaPage = 0] = await measure(
      options.seconds,
    );
    const ratios = [
      events / restEvents,
      page / restPage,
      events / restPage,
      viaEvents / restEvents,
      viaPage / restPage,
    ];
    report.add([events, restEvents, page, restPage, viaEvents, viaPage, ...ratios]);
  }
  const [withEvents = 0, listAlone = 0, , viaEvents = 0, viaList = 0] = report.medians().slice(columns.length);
  judge([
    { name: 'a page with events, GraphQL / REST', value: withEvents, bound: 'least', floor: 0.4 },
    { name: 'a page without events, GraphQL / REST', value: listAlone, bound: 'least', floor: 0.4 },
    { name: 'a page with events through the gateway / REST', value: viaEvents, bound: 'least', floor: 0.4 },
    { name: 'a page without events through the gateway / REST', value: viaList, bound: 'least', floor: 0.4 },
  ]);
});

/** Each message of the newest pages was sent, delivered and opened, and has its content. */
async function addEvents(platform: Platform, { id: tenantId }: BenchTenant): Promise<void> {
  await platform.admin.query(
    `insert into message_event (tenant_id, message_id, id, type, occurred_at)
     select $1, newest.id, 'evt_' || lpad(to_hex(('x' || substr(newest.id, 5))::bit(64)::bigint + (n * 4096000 << 11)), 16, '0'), type, created_at + n * interval '1 second'
     from (select id, created_at from message where tenant_id = $1 order by id desc limit 10000) as newest
     cross join unnest(array['sent', 'delivered', 'opened']) with ordinality as happened (type, n)`,
    [tenantId],
  );
  await platform.admin.query(
    `insert into message_content (tenant_id, id, body_text, to_addresses)
     select tenant_id, content_id, 'Your order is on its way.', array[recipient]
     from message where tenant_id = $1 order by id desc limit 10000`,
    [tenantId],
  );
  await platform.admin.query('vacuum (analyze) message_event, message_content');
}

/** The ids of the page. A refusal is 200 by GraphQL, so the generator would not see it. */
async function expectWholePage(port: number, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: bodyOf(WITH_EVENTS),
  });
  const { data, errors } = (await answer.json()) as {
    data?: { messages: { edges: { node: { id: string; events: unknown[] } }[] } };
    errors?: unknown;
  };
  const nodes = data?.messages.edges.map(({ node }) => node) ?? [];
  const isWhole = nodes.length === options.limit && nodes.every(({ events }) => events.length === EVENTS);
  if (!isWhole) throw new Error(`Answered ${answer.status}: ${JSON.stringify(errors ?? nodes)}`);
  return nodes.map(({ id }) => id);
}
