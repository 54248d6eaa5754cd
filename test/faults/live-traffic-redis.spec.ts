import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { EventReader } from '../support/event-reader.js';
import type { HttpClient } from '../support/http-client.js';
import { type PagesStack, pagesStack, type PagesTenant } from '../support/pages-stack.js';
import { RedisServer } from '../support/redis-server.js';
import { ReplaySender } from '../support/replays.js';

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let home: string;
let redis: RedisServer;
let stack: PagesStack;
let tenant: PagesTenant;
let member: HttpClient;
let sender: ReplaySender;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'live-traffic-'));
  redis = await RedisServer.start(join(home, 'redis'));
  stack = await pagesStack({ withRuntime: true, redisUrl: redis.url });
  tenant = await stack.createTenant();
  member = await tenant.session('member');
  sender = await ReplaySender.of(stack, tenant, 'loja.example.com');
});
afterAll(async () => {
  await stack?.close();
  await redis?.kill();
  rmSync(home, { recursive: true, force: true });
});

async function visit(path: string): Promise<void> {
  const body = {
    credencial: sender.token,
    carga: randomUUID(),
    url: sender.origin.origin + path,
    eventos: [{ tipo: 'visualizacao' }],
  };
  const { status } = await stack.visitor.post('/collect', body, { ...sender.origin, 'user-agent': USER_AGENT });
  expect(status).toBe(202);
}

const counted = (path: string) =>
  waitUntil(
    async () =>
      (await stack.sql('select from event where tenant_id = $1 and path = $2', [tenant.id, path])).length === 1,
    { what: `the count of ${path}` },
  );

it('goes without Redis: events are counted, streams say that there are no numbers, and go on when it is back', async () => {
  const reader = await EventReader.open(member, '/v1/analytics/live/stream');
  await reader.next('numeros', { disponivel: true });
  await visit('/antes');
  await reader.next('evento', { caminho: '/antes' });
  await redis.kill();
  for (const path of ['/sem-um', '/sem-dois']) {
    await visit(path);
    await counted(path);
  }
  await reader.next('numeros', { disponivel: false });
  expect(reader.hasEnded).toBe(false);
  await redis.start({ empty: true });
  await waitUntil(() => stack.view.mark(), { what: 'the credential view' });
  await tenant.publish();
  // Until the runtime is connected again, its events are not shown.
  let n = 0;
  await waitUntil(async () => {
    n += 1;
    await visit(`/depois-${n}`);
    return reader.next('evento', { caminho: `/depois-${n}` }, 2_000);
  });
  await waitUntil(() => reader.of('numeros').at(-1).disponivel === true, { timeoutMs: 15_000, what: 'numbers again' });
  const events = await stack.sql('select from event where tenant_id = $1', [tenant.id]);
  expect(events).toHaveLength(3 + n);
  reader.close();
});
