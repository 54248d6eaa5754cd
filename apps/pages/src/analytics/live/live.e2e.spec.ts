import { get, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRedis } from '#libs/core/redis';
import { appendLive, type CollectedEvent, liveEntryOf } from '#libs/sites/traffic';
import { EventReader } from '../../../../../test/support/event-reader.js';
import { graphqlData } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { type PagesTenant, pagesStack } from '../../../../../test/support/pages-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { collectedEvent } from '../traffic.fixture.js';
import type { PagesConfig } from '../../config.js';
import { LiveTraffic, MAX_OF_USER } from './live-traffic.js';

const LIVE = '/v1/analytics/live';
const STREAM = `${LIVE}/stream`;
const PAGE = 'pag_0123456789abcdef';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const redis = useStack(() => createRedis(stack.redisUrl, {}));
let tenant: PagesTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const event = (changes: Partial<CollectedEvent> = {}) => collectedEvent(tenant.id, changes);
const session = (changes: Partial<CollectedEvent['session']>) => ({ session: { ...event().session, ...changes } });

/** Adds what a batch of events is in the ring. */
async function append(...events: CollectedEvent[]): Promise<void> {
  const entry = liveEntryOf(events);
  if (entry) await appendLive(redis, tenant.id, entry);
}

async function follow(client = acme, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await EventReader.open(client, STREAM, headers);
  await reader.next('numeros');
  return reader;
}

describe('live traffic', () => {
  it('has who is there, and what they did in the last minutes, without programs', async () => {
    const one = event(session({ utmSource: 'google', country: 'PT' }));
    await append(one, event({ ...session({ referrer: 'example.com', country: '' }), kind: 'conversion' }));
    await append(
      event({
        sessionId: one.sessionId,
        pageId: 'pxl_0123456789abcdef',
        ...session({ utmSource: 'google', country: 'PT' }),
      }),
    );
    await append(event(session({ bot: 'agent' })));
    const { body } = await acme.get(LIVE);
    expect(body).toMatchObject({ disponivel: true, visitas_agora: 2, visualizacoes: 2, conversoes: 1 });
    expect(body.minutos).toHaveLength(30);
    const sum = body.minutos.reduce(
      (all: number, { visualizacoes }: { visualizacoes: number }) => all + visualizacoes,
      0,
    );
    expect(sum).toBe(2);
    expect(body.paginas).toEqual([
      { valor: PAGE, visitas: 1 },
      { valor: 'pxl_0123456789abcdef', visitas: 1 },
    ]);
    expect(body.paises).toEqual([
      { valor: '(vazio)', visitas: 1 },
      { valor: 'PT', visitas: 1 },
    ]);
    expect(body.origens.map(({ valor }: { valor: string }) => valor)).toEqual(['example.com', 'google']);
    expect(body.eventos.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'visualizacao',
      'conversao',
      'visualizacao',
    ]);
    expect(await graphqlData(acme, '{ liveTraffic { disponivel visitas_agora } }')).toEqual({
      liveTraffic: { disponivel: true, visitas_agora: 2 },
    });
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(LIVE)).body).toMatchObject({ visitas_agora: 0, visualizacoes: 0, eventos: [] });
  });

  it('is followed event by event, by its own account alone', async () => {
    await append(event({ path: '/antes' }));
    const rival = await follow(await (await stack.createTenant()).session());
    const reader = await follow();
    expect(reader.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(reader.of('numeros')[0]).toMatchObject({ disponivel: true, visualizacoes: 1 });
    await append(event({ path: '/a' }), event({ path: '/b', kind: 'click' }));
    expect((await reader.next('evento', { caminho: '/a' })).data).toMatchObject({ tipo: 'visualizacao', pais: 'BR' });
    expect((await reader.next('evento', { caminho: '/b' })).id).toMatch(/^\d+-\d+$/);
    expect(reader.of('evento')).toHaveLength(2);
    expect(rival.of('evento')).toEqual([]);
    for (const one of [reader, rival]) one.close();
  });

  it('goes on after the last event that was received', async () => {
    const reader = await follow();
    await append(event({ path: '/a' }));
    await reader.next('evento', { caminho: '/a' });
    reader.close();
    await append(event({ path: '/b' }));
    const next = await follow(acme, { 'last-event-id': reader.lastId });
    await next.next('evento', { caminho: '/b' });
    await append(event({ path: '/c' }));
    await next.next('evento', { caminho: '/c' });
    expect(next.of('evento').map(({ caminho }) => caminho)).toEqual(['/b', '/c']);
    next.close();
  });

  it('is followed no longer than the session is good for', async () => {
    const reader = await follow();
    const live = stack.app.get(LiveTraffic, { strict: false });
    await live.beat();
    expect(reader.hasEnded).toBe(false);
    const [, payload = ''] = acme.fixedHeaders['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    await stack.publish('session', sid, null);
    await live.beat();
    await reader.ended();
  });

  it('is followed by so many streams of a user at most, and cuts those that do not read', async () => {
    const stalled = await Promise.all(Array.from({ length: MAX_OF_USER }, stalledStream));
    const refused = await acme.get(STREAM);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    const large = Array.from({ length: 20 }, () => event({ path: `/${'x'.repeat(5_000)}` }));
    // The system's own buffers take some megabytes.
    let freed: EventReader | undefined;
    for (let n = 0; n < 2_000 && !freed; n += 1) {
      await append(...large);
      const reader = n % 20 === 19 ? await EventReader.open(acme, STREAM) : undefined;
      if (reader?.status === 200) freed = reader;
      else reader?.close();
    }
    expect(freed?.status).toBe(200);
    freed?.close();
    for (const response of stalled) response.destroy();
  });

  it('asks for a session', async () => {
    for (const path of [LIVE, STREAM]) {
      expect((await stack.anonymous.get(path)).status).toBe(401);
      expect((await (await tenant.key()).get(path)).status).toBe(403);
    }
  });
});

it('says that live traffic cannot be read without Redis', async () => {
  const live = new LiveTraffic({ redisUrl: 'redis://127.0.0.1:1' } as PagesConfig);
  const { disponivel, visualizacoes, minutos } = await live.read(tenant.id);
  expect([disponivel, visualizacoes, minutos.length]).toEqual([false, 0, 30]);
  live.onApplicationShutdown();
});

function stalledStream(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(acme.url + STREAM, { headers: acme.fixedHeaders, agent: false }, (response) => {
      response.pause().on('error', () => undefined);
      resolve(response);
    }).on('error', reject);
  });
}
