import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ReplayKey } from '#libs/sites/replay';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { PixelToken } from '#libs/sites/traffic';

const HOST = 'loja.example.com';
const ORIGIN = { origin: `https://${HOST}` };
const SECRET = 'hunter2secret';

const stack = useStack(() => pagesStack({ withRuntime: true, runtime: { REPLAYS_PER_MINUTE: '100000' } }));
let tenant: PagesTenant;
let member: HttpClient;
let visitor: HttpClient;
let token: string;
const pageId = newId('pag');

beforeAll(async () => {
  tenant = await stack.createTenant();
  await tenant.verifyHost(HOST);
  member = await tenant.session('member');
  visitor = stack.visitor;
  token = tokenOf(tenant);
});

const tokenOf = (of: PagesTenant, page: string = pageId) =>
  new PixelToken(stack.app.get(SecretBox, { strict: false })).issue({ tenantId: of.id, pageId: page, variant: '1' });

const text = (value: string, id = 3) => ({ type: 3, textContent: value, id });
const page = (...childNodes: object[]) => ({
  type: 2,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { top: 0, left: 0 } },
});
const META = { type: 4, data: { href: `https://${HOST}/oferta?email=ana@example.test`, width: 800, height: 600 } };
const TYPED = { type: 3, data: { source: 5, id: 9, text: SECRET, isChecked: false } };
const move = (n: number) => ({ type: 3, data: { source: 1, positions: [{ x: n, y: n, id: 1, timeOffset: 0 }] } });

const START = Date.now() - 60_000;
const timed = (events: object[], from = START) => events.map((event, n) => ({ ...event, timestamp: from + n }));

interface Recording {
  gravacao: string;
  carga: string;
}
const recording = (): Recording => ({ gravacao: randomUUID(), carga: randomUUID() });

const bodyOf = (of: Recording, sequencia: number, events: object[], more: object = {}) => ({
  token,
  consentimento: true,
  visitante: 'visitante-1',
  ...of,
  sequencia,
  eventos: JSON.stringify(events),
  ...more,
});

const send = (...given: Parameters<typeof bodyOf>) => visitor.post('/replay', bodyOf(...given), ORIGIN);
const eventsOf = async (id: string, as = member) => {
  const { status, body } = await as.get(`/v1/replay/sessions/${id}/events`);
  expect(status).toBe(200);
  return body.eventos as { type: number; timestamp: number; data: any }[];
};
const sessionsOf = async (query = '', as = member) =>
  (await as.get(`/v1/replay/sessions${query}`)).body.sessoes as Record<string, any>[];

describe('a recording', () => {
  it('is listed and read by its account, as it was sent', async () => {
    const own = recording();
    const sessao = randomUUID();
    const first = timed([META, page(text('Oferta'))]);
    expect(await send(own, 0, first, { sessao })).toMatchObject({ status: 202, body: { gravado: true } });
    const packed = gzipSync(JSON.stringify(timed([move(1), move(2)], START + 5_000))).toString('base64');
    await send(own, 1, [], { eventos: undefined, eventos_gzip: packed });
    const events = await eventsOf(own.gravacao);
    expect(events.map(({ type, timestamp }) => [type, timestamp - START])).toEqual([
      [4, 0],
      [2, 1],
      [3, 5_000],
      [3, 5_001],
    ]);
    expect(events[0]!.data.href).toBe(`https://${HOST}/oferta`);
    const [listed] = await sessionsOf(`?pagina=${pageId}&de=${new Date(START).toISOString()}`);
    expect(listed).toEqual({
      id: own.gravacao,
      sessao_id: sessao,
      pagina_id: pageId,
      url: `https://${HOST}/oferta`,
      iniciada_em: expect.any(String),
      ultima_em: expect.any(String),
      duracao: 5,
      eventos: 4,
      bytes: expect.any(Number),
    });
  });

  it('has each chunk once and in order, however they come', async () => {
    const [own, next] = [recording(), randomUUID()];
    const chunk = (n: number, carga = own.carga, from = START + n * 100) =>
      send({ ...own, carga }, n, timed([move(n)], from));
    // A second page, whose first chunk comes before the last of the first one.
    await Promise.all([chunk(2), chunk(0), chunk(1), chunk(0), chunk(2), chunk(0, next, START + 10_000)]);
    for (const n of [0, 1, 2]) expect((await chunk(n)).status).toBe(202);
    const positions = (await eventsOf(own.gravacao)).map(({ data }) => data.positions[0].x);
    expect(positions).toEqual([0, 1, 2, 0]);
    const [listed] = (await sessionsOf()).filter(({ id }) => id === own.gravacao);
    expect(listed).toMatchObject({ eventos: 4, duracao: 10 });
  });

  it('is read by GraphQL, some events at a time', async () => {
    const own = recording();
    const title = 'x'.repeat(600_000);
    for (const n of [0, 1, 2]) {
      const element = { type: 2, tagName: 'p', attributes: { title }, childNodes: [], id: 5 };
      await send(own, n, timed([page(element)], START + n));
    }
    const seen: number[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const query: string = `{ replayEvents(id: "${own.gravacao}"${after ? `, after: "${after}"` : ''}) { events next } }`;
      const { replayEvents } = await graphqlData(member, query);
      seen.push(...replayEvents.events.map(({ timestamp }: { timestamp: number }) => timestamp - START));
      after = replayEvents.next;
      pages += 1;
    } while (after !== null);
    expect([seen, pages]).toEqual([[0, 1, 2], 3]);
    const { replaySessions } = await graphqlData(
      member,
      `{ replaySessions(pagina: "${pageId}", first: 1) { edges { node { id bytes } } } }`,
    );
    expect(replaySessions.edges).toEqual([{ node: { id: own.gravacao, bytes: expect.any(Number) } }]);
  });

  it('is of its account alone', async () => {
    const own = recording();
    await send(own, 0, timed([META]));
    const other = await (await stack.createTenant()).session('member');
    expect((await other.get(`/v1/replay/sessions/${own.gravacao}/events`)).status).toBe(404);
    expect(await sessionsOf('', other)).toEqual([]);
    // The same id of another account is another recording.
    expect((await member.get(`/v1/replay/sessions/${randomUUID()}/events`)).status).toBe(404);
    expect((await member.get('/v1/replay/sessions/nenhuma/events')).status).toBe(404);
  });

  it('is read page by page', async () => {
    const first = (await member.get('/v1/replay/sessions?limite=1')).body;
    const second = (await member.get(`/v1/replay/sessions?limite=1&cursor=${first.proximo}`)).body;
    expect([first.sessoes.length, second.sessoes.length]).toEqual([1, 1]);
    expect(second.sessoes[0].id).not.toBe(first.sessoes[0].id);
    expect(await sessionsOf('?ate=2020-01-01')).toEqual([]);
    expect((await member.get('/v1/replay/sessions?de=ontem')).status).toBe(400);
  });
});

describe('what a visitor types', () => {
  it('is nowhere, and what is stored cannot be read without the keys', async () => {
    const own = recording();
    const field = { type: 2, tagName: 'input', attributes: { type: 'password', value: SECRET }, childNodes: [], id: 9 };
    await send(own, 0, timed([META, page(field, text('Oferta clara')), TYPED]));
    const json = JSON.stringify(await eventsOf(own.gravacao));
    expect(json).toContain('Oferta clara');
    expect(json).not.toContain(SECRET);
    const [stored] = await stack.sql<Record<string, any>>(
      `select session.tenant_id as "tenantId", session.id, sealed_key as "sealedKey", content, regions
         from replay_session session join replay_chunk on replay_id = session.id where session.id = $1`,
      [own.gravacao],
    );
    const { content, regions, ...key } = stored!;
    for (const bytes of [content, regions]) expect(() => gunzipSync(bytes)).toThrow();
    const opened = ReplayKey.of(stack.app.get(SecretBox, { strict: false }), key as never);
    expect((await opened.openContent({ content })).toString()).not.toContain(SECRET);
    expect(() =>
      ReplayKey.of(stack.app.get(SecretBox, { strict: false }), { ...key, id: randomUUID() } as never),
    ).toThrow();
  });

  it('is masked by what an earlier chunk tells of the page', async () => {
    const own = recording();
    const editor = {
      type: 2,
      tagName: 'div',
      attributes: { contenteditable: 'true' },
      childNodes: [text('', 12)],
      id: 11,
    };
    await send(
      own,
      0,
      timed([META, page(editor, { type: 2, tagName: 'p', attributes: {}, childNodes: [text('0', 22)], id: 21 })]),
    );
    const texts = [
      { id: 12, value: SECRET },
      { id: 22, value: 'R$ 10' },
    ];
    const change = { type: 3, data: { source: 0, texts, attributes: [], adds: [], removes: [] } };
    await send(own, 1, timed([change], START + 500));
    const last = (await eventsOf(own.gravacao)).at(-1)!;
    expect(last.data.texts).toEqual([
      { id: 12, value: '*****' },
      { id: 22, value: 'R$ 10' },
    ]);
    // The chunk between is missing: nothing is known of the page.
    await send(own, 3, timed([change], START + 900));
    expect((await eventsOf(own.gravacao)).at(-1)!.data.texts[1].value).toBe('*****');
  });
});

describe('a chunk is refused', () => {
  const count = async () => Number((await stack.sql<{ n: string }>('select count(*) as n from replay_chunk'))[0]!.n);

  it.each([
    ['no credential', { token: undefined }, 400],
    ['a credential that is none', { token: 'x' }, 400],
    ['no consent', { consentimento: false }, 400],
    ['nothing about consent', { consentimento: undefined }, 400],
    ['no id of the consent', { visitante: undefined }, 400],
    ['no events', { eventos: undefined }, 400],
    ['events in two ways', { eventos_gzip: 'aaaa' }, 400],
    ['events that are none', { eventos: '[1]' }, 400],
    ['a place below all', { sequencia: -1 }, 400],
    ['an unknown field', { mais: 1 }, 400],
  ])('with %s', async (_, more, status) => {
    const before = await count();
    expect((await send(recording(), 0, timed([META]), more)).status).toBe(status);
    expect(await count()).toBe(before);
  });

  it('with a forged credential, and from another site or none', async () => {
    const body = bodyOf(recording(), 0, timed([META]));
    const [account, page, variant, mac] = token.split('.');
    const forged = [account, newId('pag'), variant, mac].join('.');
    expect((await visitor.post('/replay', { ...body, token: forged }, ORIGIN)).status).toBe(403);
    expect((await visitor.post('/replay', body, { origin: 'https://outra.example.com' })).status).toBe(403);
    expect((await visitor.post('/replay', body, { origin: 'null' })).status).toBe(403);
    expect((await visitor.post('/replay', body)).status).toBe(403);
    expect(page).toBe(pageId);
  });

  it('with GPC or DNT: nothing is stored, and the page is told so', async () => {
    const before = await count();
    for (const header of ['sec-gpc', 'dnt']) {
      const answer = await visitor.post('/replay', bodyOf(recording(), 0, timed([META])), { ...ORIGIN, [header]: '1' });
      expect(answer).toMatchObject({ status: 202, body: { gravado: false } });
    }
    expect(await count()).toBe(before);
  });

  it('beyond 10 MB and 30 minutes of a recording, and keeps what was before', async () => {
    const own = recording();
    const wide = { type: 2, tagName: 'p', attributes: { title: 'x'.repeat(990_000) }, childNodes: [], id: 5 };
    const packed = (n: number) => ({
      eventos: undefined,
      eventos_gzip: gzipSync(JSON.stringify(timed([page(wide, wide, wide)], START + n))).toString('base64'),
    });
    for (let n = 0; n < 3; n += 1) expect((await send(own, n, [], packed(n))).status).toBe(202);
    const over = await send(own, 3, [], packed(3));
    expect([over.status, over.body.error.message]).toEqual([413, 'A gravação chegou a 10 MB.']);
    expect(await eventsOf(own.gravacao)).toHaveLength(3);
    const long = recording();
    await send(long, 0, timed([META]));
    expect((await send(long, 1, timed([META], START + 30 * 60_000 + 1))).status).toBe(413);
    expect((await send(long, 1, timed([META], START + 30 * 60_000 - 1))).status).toBe(202);
  });

  it('beyond the recordings of a day of the plan, with the time of the next day; another account records', async () => {
    const small = await stack.createTenant();
    await small.verifyHost('pequena.example.com');
    await small.setPlan('free');
    const from = { origin: 'https://pequena.example.com' };
    const own = recording();
    const body = { ...bodyOf(own, 0, timed([META])), token: tokenOf(small) };
    expect((await visitor.post('/replay', body, from)).status).toBe(202);
    await stack.sql(
      `insert into replay_session select tenant_id, day, gen_random_uuid(), sealed_key, null, visitor_id, page_id, null, started_at,
         last_at, first_event_at, last_event_at, 0, 0, 0 from replay_session, generate_series(1, 99) where id = $1`,
      [own.gravacao],
    );
    const over = await visitor.post('/replay', { ...body, ...recording() }, from);
    expect(over.status).toBe(429);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    // The recording that runs goes on.
    const more = { ...bodyOf(own, 1, timed([move(1)])), token: tokenOf(small) };
    expect((await visitor.post('/replay', more, from)).status).toBe(202);
    expect((await send(recording(), 0, timed([META]))).status).toBe(202);
  });

  it('of 200 MB, without being read; and packed as 200 MB, without being unpacked', async () => {
    const body = { ...bodyOf(recording(), 0, []), eventos: undefined };
    const bomb = { ...body, eventos_gzip: gzipSync(Buffer.alloc(200 * 1024 * 1024)).toString('base64') };
    expect((await visitor.post('/replay', bomb, ORIGIN)).status).toBe(400);
    const before = process.memoryUsage().rss;
    const answer = await fetch(`${visitor.url}/replay`, {
      method: 'POST',
      headers: { ...ORIGIN, 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let n = 0; n < 200; n += 1) controller.enqueue(new Uint8Array(1024 * 1024));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit).catch((error: Error) => error);
    // A client that goes on sending after the answer may see its connection closed.
    if (answer instanceof Response) expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});
