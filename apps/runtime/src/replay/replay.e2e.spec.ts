import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ReplayKey } from '#libs/sites/replay';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import {
  type Loose,
  move,
  page,
  recording,
  ReplaySender,
  START,
  text,
  timed,
} from '../../../../test/support/replays.js';
import { useStack } from '../../../../test/support/use-stack.js';

const MIB = 1024 * 1024;
/** Calls a minute of an address. */
const MOST = 200;
const SECRET = 'hunter2secret';
const TYPED = { type: 3, data: { source: 5, id: 9, text: SECRET, isChecked: false } };

const stack = useStack(() => pagesStack({ withRuntime: true, runtime: { REPLAYS_PER_MINUTE: String(MOST) } }));
let member: HttpClient;
let visitor: HttpClient;
let sender: ReplaySender;

beforeAll(async () => {
  const tenant = await stack.createTenant();
  member = await tenant.session('member');
  visitor = stack.visitor;
  sender = await ReplaySender.of(stack, tenant, 'loja.example.com');
});

const eventsOf = async (id: string, as = member) => {
  const { status, body } = await as.get(`/v1/replay/sessions/${id}/events`);
  expect(status).toBe(200);
  return body.eventos as { type: number; timestamp: number; data: Loose }[];
};

describe('what a visitor types', () => {
  it('is nowhere, and what is stored cannot be read without the keys', async () => {
    const own = recording();
    const field = { type: 2, tagName: 'input', attributes: { type: 'password', value: SECRET }, childNodes: [], id: 9 };
    await sender.send(own, 0, timed([sender.meta, page(field, text('Oferta clara')), TYPED]));
    const json = JSON.stringify(await eventsOf(own.gravacao));
    expect(json).toContain('Oferta clara');
    expect(json).not.toContain(SECRET);
    const [stored] = await stack.sql<Record<string, Loose>>(
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
    await sender.send(
      own,
      0,
      timed([
        sender.meta,
        page(editor, { type: 2, tagName: 'p', attributes: {}, childNodes: [text('0', 22)], id: 21 }),
      ]),
    );
    const texts = [
      { id: 12, value: SECRET },
      { id: 22, value: 'R$ 10' },
    ];
    const change = { type: 3, data: { source: 0, texts, attributes: [], adds: [], removes: [] } };
    await sender.send(own, 1, timed([change], START + 500));
    const last = (await eventsOf(own.gravacao)).at(-1)!;
    expect(last.data.texts).toEqual([
      { id: 12, value: '*****' },
      { id: 22, value: 'R$ 10' },
    ]);
    // The chunk between is missing: nothing is known of the page.
    await sender.send(own, 3, timed([change], START + 900));
    expect((await eventsOf(own.gravacao)).at(-1)!.data.texts[1].value).toBe('*****');
  });
});

describe('a chunk is refused', () => {
  const count = async () => Number((await stack.sql<{ n: string }>('select count(*) as n from replay_chunk'))[0]!.n);

  it.each([
    ['no credential', { credencial: undefined }, 400],
    ['a credential that is none', { credencial: 'x' }, 400],
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
    expect((await sender.send(recording(), 0, timed([sender.meta]), more)).status).toBe(status);
    expect(await count()).toBe(before);
  });

  it('with a forged credential, and from another site or none', async () => {
    const events = timed([sender.meta]);
    const [account, , variant, mac] = sender.token.split('.');
    const forged = { credencial: [account, newId('pag'), variant, mac].join('.') };
    expect((await sender.send(recording(), 0, events, forged)).status).toBe(403);
    for (const origin of ['https://outra.example.com', 'https://loja.example.com.outra.example', 'null'])
      expect((await sender.send(recording(), 0, events, {}, { origin })).status, origin).toBe(403);
    expect((await visitor.post('/replay', sender.bodyOf(recording(), 0, events))).status).toBe(403);
  });

  it('with GPC or DNT: nothing is stored, and the page is told so', async () => {
    const before = await count();
    for (const header of ['sec-gpc', 'dnt']) {
      const answer = await sender.send(recording(), 0, timed([sender.meta]), {}, { [header]: '1' });
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
    for (let n = 0; n < 3; n += 1) expect((await sender.send(own, n, [], packed(n))).status).toBe(202);
    const over = await sender.send(own, 3, [], packed(3));
    expect([over.status, over.body.error.message]).toEqual([413, 'A gravação chegou a 10 MB.']);
    expect(await eventsOf(own.gravacao)).toHaveLength(3);
    const long = recording();
    await sender.send(long, 0, timed([sender.meta]));
    expect((await sender.send(long, 1, timed([sender.meta], START + 30 * 60_000 + 1))).status).toBe(413);
    expect((await sender.send(long, 1, timed([sender.meta], START + 30 * 60_000 - 1))).status).toBe(202);
  });

  it('beyond the recordings of a day of the plan, with the time of the next day; another account records', async () => {
    const tenant = await stack.createTenant();
    await tenant.setPlan('free');
    const small = await ReplaySender.of(stack, tenant, 'pequena.example.com');
    const own = recording();
    expect((await small.send(own, 0, timed([small.meta]))).status).toBe(202);
    await stack.sql(
      `insert into replay_session select tenant_id, day, gen_random_uuid(), sealed_key, null, visitor_id, page_id, null, started_at,
         last_at, first_event_at, last_event_at, 0, 0, 0 from replay_session, generate_series(1, 99) where id = $1`,
      [own.gravacao],
    );
    const over = await small.send(recording(), 0, timed([small.meta]));
    expect(over.status).toBe(429);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    // The recording that runs goes on.
    expect((await small.send(own, 1, timed([move(1)]))).status).toBe(202);
    expect((await sender.send(recording(), 0, timed([sender.meta]))).status).toBe(202);
  });

  it('of 200 MB, without being read; and packed as 200 MB, without being unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(200 * MIB)).toString('base64');
    const bomb = await sender.send(recording(), 0, [], { eventos: undefined, eventos_gzip: packed });
    expect(bomb.status).toBe(400);
    for (const type of ['application/json', 'text/plain']) {
      let sent = 0;
      const pull = (controller: ReadableStreamDefaultController) => {
        if ((sent += 1) > 200) controller.close();
        else controller.enqueue(new Uint8Array(MIB));
      };
      const headers = { ...sender.origin, 'content-type': type };
      const request = { method: 'POST', headers, body: new ReadableStream({ pull }), duplex: 'half' } as RequestInit;
      // A client that goes on sending after the answer may see its connection closed.
      const status = await fetch(`${visitor.url}/replay`, request).then(
        (answer) => answer.status,
        () => 413,
      );
      expect([status, sent < 200], type).toEqual([413, true]);
    }
  });

  it('of an account that is suspended', async () => {
    const tenant = await stack.createTenant();
    const suspended = await ReplaySender.of(stack, tenant, 'suspensa.example.com');
    await tenant.setStatus('suspended');
    expect((await suspended.send(recording(), 0, timed([suspended.meta]))).status).toBe(403);
  });

  it('beyond those of a minute of an address, with the time to wait', async () => {
    let answer = await visitor.post('/replay', {}, sender.origin);
    for (let n = 0; n < MOST && answer.status !== 429; n += 1)
      answer = await visitor.post('/replay', {}, sender.origin);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['access-control-allow-origin']).toBe(sender.origin.origin);
  });
});
