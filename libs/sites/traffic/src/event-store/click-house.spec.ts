import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadinessRegistry } from '#libs/core/http';
import { type Database, isUnavailable, newId, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Event } from '../tables/event.entity.js';
import { ClickHouseEvents } from './click-house-events.js';
import { ClickHouse } from './click-house.js';
import * as STATEMENTS from './click-house.sql.js';

interface Recorded {
  method: string;
  path: string;
  parameters: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

const TENANT = newId('acc') as TenantId;
/** Knows no session. */
const NO_TRANSACTION = { query: async () => ({ rows: [], rowCount: 0 }) } as unknown as SqlExecutor;
const recorded: Recorded[] = [];
let answers: { status: number; body: string; code?: string }[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const bytes = Buffer.concat(chunks);
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      const { method = '', headers } = request;
      recorded.push({ method, path: pathname, parameters: Object.fromEntries(searchParams), headers, body });
      const { status, body: text, code } = answers.shift() ?? { status: 200, body: '' };
      response.writeHead(status, code === undefined ? {} : { 'x-clickhouse-exception-code': code });
      response.end(text);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://traffic:hush@127.0.0.1:${(server.address() as AddressInfo).port}/visits`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  recorded.length = 0;
  answers = [];
});

const storeAt = (address: string): ClickHouseEvents => {
  const database = { tenant: (_: TenantId, work: (tx: SqlExecutor) => unknown) => work(NO_TRANSACTION) };
  return new ClickHouseEvents(database as unknown as Database, new ClickHouse(address), new ReadinessRegistry());
};

const eventOf = (more: Partial<Event> = {}): Event => ({
  tenantId: TENANT,
  sessionId: randomUUID(),
  at: new Date('2026-11-27T10:00:00.123Z'),
  id: randomUUID(),
  keptDays: 30,
  visitorId: null,
  kind: 'view',
  pageId: 'pag_0c7b3f19ad62e04f',
  variant: null,
  path: '/oferta',
  x: null,
  y: null,
  depth: null,
  name: null,
  value: null,
  extra: { field: 'a' },
  isBot: false,
  receivedAt: new Date('2026-11-27T10:00:01.000Z'),
  ...more,
});

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the wire to ClickHouse', () => {
  it('has the batch as packed lines, with user, database and token, and waits until it is written', async () => {
    const event = eventOf({ path: '/half\ud800' });
    await storeAt(url).append(NO_TRANSACTION, [event]);
    const [{ method, path, parameters, headers, body }] = recorded as [Recorded];
    expect([method, path, headers['content-encoding']]).toEqual(['POST', '/', 'gzip']);
    expect(headers.authorization).toBe(`Basic ${Buffer.from('traffic:hush').toString('base64')}`);
    expect(parameters).toMatchObject({ database: 'visits', async_insert: '0', insert_deduplicate: '1' });
    expect(parameters['query']).toMatch(/^INSERT INTO event\s+FORMAT JSONEachRow$/);
    expect(parameters['insert_deduplication_token']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(body)).toMatchObject({
      tenant_id: TENANT,
      id: event.id,
      at: '2026-11-27 10:00:00.123',
      path: '/half\ufffd',
      extra: '{"field":"a"}',
    });
  });

  it('has the same token for a batch that comes again, and another one if a session differs', async () => {
    const [a, b] = [eventOf(), eventOf()];
    const store = storeAt(url);
    await store.append(NO_TRANSACTION, [a, b]);
    await store.append(NO_TRANSACTION, [{ ...a, receivedAt: new Date() }, b]);
    await store.append(NO_TRANSACTION, [a, { ...b, sessionId: a.sessionId }]);
    const [first, again, other] = recorded.map(({ parameters }) => parameters['insert_deduplication_token']);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  it('has values as parameters alone, and the tenant in each', async () => {
    const store = storeAt(url);
    const session = randomUUID();
    const hostile = `x' or '1' = '1`;
    const [from, until] = [new Date('2026-11-01'), new Date('2026-11-27')];
    await store.drill({ tenantId: TENANT, sessionId: session, limit: 7 });
    await store.drill({ tenantId: TENANT, from, until, limit: 7, findPage: async () => hostile });
    await store.erase(
      NO_TRANSACTION,
      TENANT,
      Array.from({ length: 150 }, () => randomUUID()),
    );
    answers = [{ status: 200, body: '{"day":"2026-11-26"}\n' }];
    for await (const slice of store.rebuild(TENANT, from, until)) expect(slice).toEqual([]);
    answers = [{ status: 200, body: '{"count":2}\n' }];
    expect(await store.eraseTenant(TENANT)).toBe(2);
    const named = recorded.filter(({ body }) => !body.startsWith('alter table'));
    expect(named).toHaveLength(9);
    for (const { body, parameters } of named) {
      expect(parameters['param_tenant'], body).toBe(TENANT);
      expect(body).toContain('tenant_id = {tenant:String}');
      for (const value of [TENANT, session, hostile]) expect(body).not.toContain(value);
    }
    expect(recorded[1]!.parameters).toMatchObject({
      param_page: hostile.replaceAll("'", String.raw`\'`),
      param_limit: '7',
    });
  });

  it('tells rows that are refused from a server that is away, and repeats nothing of a row', async () => {
    const refusal = 'Code: 27. DB::Exception: Cannot parse input: /secret-path (CANNOT_PARSE_INPUT_ASSERTION_FAILED)';
    const memory = 'Code: 241. DB::Exception: Memory limit exceeded: /secret-path (MEMORY_LIMIT_EXCEEDED)';
    const store = storeAt(url);
    answers = [
      { status: 400, body: refusal, code: '27' },
      { status: 500, body: memory, code: '241' },
      { status: 502, body: '<html>/secret-path' },
    ];
    const errors = [];
    for (let count = 0; count < 3; count += 1) errors.push(await caught(store.append(NO_TRANSACTION, [eventOf()])));
    errors.push(await caught(storeAt('http://127.0.0.1:1/visits').append(NO_TRANSACTION, [eventOf()])));
    expect(errors.map(isUnavailable)).toEqual([false, true, true, true]);
    for (const error of errors.slice(0, 2)) {
      const { message, cause } = error as Error;
      expect(`${message} ${String(cause)}`).not.toContain('secret-path');
    }
  });

  it('rests longer after each failure, at most half a minute, and not after a success', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const store = storeAt(url);
      const rests: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        answers = [{ status: 500, body: 'Code: 242. DB::Exception: Read only (TABLE_IS_READ_ONLY)', code: '242' }];
        await caught(store.append(NO_TRANSACTION, [eventOf()]));
        let seconds = 0;
        for (; store.isPaused; seconds += 1) vi.setSystemTime(Date.now() + 1_000);
        rests.push(seconds);
      }
      await store.append(NO_TRANSACTION, [eventOf()]);
      expect([rests, store.isPaused]).toEqual([[1, 2, 4, 8, 16, 30, 30], false]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the statements for ClickHouse', () => {
  const all = Object.entries<unknown>(STATEMENTS).flatMap(([name, text]) =>
    typeof text === 'string' ? [{ name, text }] : [],
  );

  it('name the tenant, if they read or delete events', () => {
    const reading = all.filter(({ text }) => /\bfrom event\b(?!_)/.test(text));
    expect(reading.map(({ name }) => name).toSorted()).toEqual([
      'COUNT_EVENTS',
      'DELETE_SESSIONS',
      'DELETE_TENANT',
      'LIST_DAYS',
      'LIST_NEWEST',
      'LIST_OF_SESSION',
      'READ_SLICE',
    ]);
    for (const { name, text } of reading)
      expect(text, name).toMatch(/\bfrom event(?: final)?\s+where tenant_id = \{tenant:String\}/);
  });
});
