import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database, newId } from '#libs/core/persistence';
import { TenantExportReader } from '#libs/privacy/data-rights';
import { SecretBox } from '#libs/core/secrets';
import { consentedVisitorId } from '#libs/sites/traffic';
import { addReplayDay, dropReplayDay, listReplayDays } from '#libs/sites/replay';
import { graphqlData } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import {
  type Loose,
  move,
  page,
  recording,
  ReplaySender,
  START,
  text,
  timed,
  VISITOR,
} from '../../../../test/support/replays.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { VisitorEraser } from '../pixels/visitor.eraser.js';
import { ReplayDays } from './replay-days.js';

const stack = useStack(() => pagesStack({ withRuntime: true }));
let tenant: PagesTenant;
let member: HttpClient;
let sender: ReplaySender;

beforeAll(async () => {
  tenant = await stack.createTenant();
  member = await tenant.session('member');
  sender = await ReplaySender.of(stack, tenant, 'loja.example.com');
});

const eventsOf = async (id: string, as = member) => {
  const { status, body } = await as.get(`/v1/replay/sessions/${id}/events`);
  expect(status).toBe(200);
  return body.eventos as { type: number; timestamp: number; data: Loose }[];
};
const sessionsOf = async (query = '', as = member) =>
  (await as.get(`/v1/replay/sessions${query}`)).body.sessoes as Record<string, Loose>[];

describe('a recording', () => {
  it('is listed and read by its account, as it was sent', async () => {
    const own = recording();
    const sessao = randomUUID();
    const first = timed([sender.meta, page(text('Oferta'))]);
    expect(await sender.send(own, 0, first, { sessao })).toMatchObject({ status: 202, body: { gravado: true } });
    const packed = gzipSync(JSON.stringify(timed([move(1), move(2)], START + 5_000))).toString('base64');
    await sender.send(own, 1, [], { eventos: undefined, eventos_gzip: packed });
    const events = await eventsOf(own.gravacao);
    expect(events.map(({ type, timestamp }) => [type, timestamp - START])).toEqual([
      [4, 0],
      [2, 1],
      [3, 5_000],
      [3, 5_001],
    ]);
    expect(events[0]!.data.href).toBe(`https://${sender.host}/oferta`);
    const [listed] = await sessionsOf(`?pagina=${sender.pageId}&de=${new Date(START).toISOString()}`);
    expect(listed).toEqual({
      id: own.gravacao,
      sessao_id: sessao,
      pagina_id: sender.pageId,
      url: `https://${sender.host}/oferta`,
      iniciada_em: expect.any(String),
      ultima_em: expect.any(String),
      duracao: 5,
      eventos: 4,
      bytes: expect.any(Number),
    });
  });

  it('names the session of the reports that its visitor had then', async () => {
    const [own, visitante, now] = [recording(), randomUUID(), Date.now()];
    const visitorId = consentedVisitorId(stack.app.get(SecretBox, { strict: false }), tenant.id, visitante);
    const addSession = async (id: string, began: number, ended: number) =>
      stack.sql(
        `insert into session (tenant_id, id, started_at, kept_days, last_at, visitor_id, consented, entry, exit, utm_source, utm_medium,
           utm_campaign, utm_term, utm_content, referrer, country, device, os, browser, language, views, conversions, events, pages, variants)
         values ($1, $2, $3, 30, $4, $5, true, '', '', '', '', '', '', '', '', '', 'desktop', '', '', '', 1, 0, 1, '{}', '{}')`,
        [tenant.id, id, new Date(now - began * 60_000), new Date(now - ended * 60_000), visitorId],
      );
    const [earlier, then] = [randomUUID(), randomUUID()];
    await addSession(earlier, 300, 200);
    await addSession(then, 3, 1);
    await sender.send(own, 0, timed([sender.meta]), { visitante });
    const listed = (await sessionsOf()).find(({ id }) => id === own.gravacao);
    expect(listed).toMatchObject({ sessao_id: then });
    const { replaySessions } = await graphqlData(
      member,
      '{ replaySessions(first: 1) { edges { node { id sessao_id } } } }',
    );
    expect(replaySessions.edges[0].node).toEqual({ id: own.gravacao, sessao_id: then });
  });

  it('has each chunk once and in order, however they come', async () => {
    const [own, next] = [recording(), randomUUID()];
    const chunk = (n: number, carga = own.carga, from = START + n * 100) =>
      sender.send({ ...own, carga }, n, timed([move(n)], from));
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
      await sender.send(own, n, timed([page(element)], START + n));
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
      `{ replaySessions(pagina: "${sender.pageId}", first: 1) { edges { node { id bytes } } } }`,
    );
    expect(replaySessions.edges).toEqual([{ node: { id: own.gravacao, bytes: expect.any(Number) } }]);
  });

  it('is of its account alone', async () => {
    const own = recording();
    await sender.send(own, 0, timed([sender.meta]));
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

describe('the data of an account', () => {
  const storedId = (visitor: string) =>
    consentedVisitorId(stack.app.get(SecretBox, { strict: false }), tenant.id, visitor);

  const visitors = async () =>
    (await stack.sql<{ id: string }>(`select distinct visitor_id as id from replay_session order by 1`)).map(
      ({ id }) => id,
    );

  it('is exported with the events in plain text, and without the key', async () => {
    const own = recording();
    await sender.send(own, 0, timed([sender.meta, page(text('Oferta clara'))]));
    const reader = stack.app.get(TenantExportReader, { strict: false });
    const linesOf = async (table: string) => {
      const parts: Uint8Array[] = [];
      for await (const part of reader.readRows(tenant.id, table)) parts.push(part);
      const lines = Buffer.concat(parts).toString().trim().split('\n');
      return lines.map((line) => JSON.parse(line) as Record<string, Loose>);
    };
    const chunk = (await linesOf('replay_chunk')).find((row) => row['replay_id'] === own.gravacao)!;
    expect(JSON.stringify(chunk['content'])).toContain('Oferta clara');
    expect(chunk).not.toHaveProperty('regions');
    const session = (await linesOf('replay_session')).find((row) => row['id'] === own.gravacao)!;
    expect(session).toMatchObject({ visitor_id: storedId(VISITOR) });
    expect(session).not.toHaveProperty('sealed_key');
  });

  it('loses the recordings of an erased person, and no others', async () => {
    const [erased, other] = [recording(), recording()];
    const [gone, staying] = [randomUUID(), randomUUID()];
    await sender.send(erased, 0, timed([sender.meta]), { visitante: gone });
    await sender.send(other, 0, timed([sender.meta]), { visitante: staying });
    const lead = newId('led');
    await stack.sql(`insert into visitor_lead values ($1, $2, $3, now())`, [tenant.id, lead, storedId(gone)]);
    const eraser = stack.app.get(VisitorEraser, { strict: false });
    const person = { leadIds: [lead], emails: [], phones: [] };
    const database = stack.app.get(Database, { strict: false });
    await database.tenant(tenant.id, (tx) => eraser.erase(tx, tenant.id, person as never));
    expect(await visitors()).not.toContain(storedId(gone));
    expect(await visitors()).toContain(storedId(staying));
    const left = await stack.sql('select from replay_chunk where replay_id = $1', [erased.gravacao]);
    expect(left).toEqual([]);
  });

  it('is kept for 30 days, and dropped by the day without holding up what runs', async () => {
    const days = stack.app.get(ReplayDays, { strict: false });
    const database = stack.app.get(Database, { strict: false });
    const old = '2020-02-29';
    await database.statement((pool) => addReplayDay(pool, old));
    await expect(
      database.statement((pool) => dropReplayDay(pool, new Date().toISOString().slice(0, 10))),
    ).rejects.toThrow('not over');
    // Whoever reads has a lock, behind which dropping does not wait.
    const began = performance.now();
    await database.tenant(tenant.id, async (tx) => {
      await tx.query('select count(*) from replay_chunk');
      expect(await days.drop(Date.now())).toEqual([]);
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await days.drop(Date.now())).toEqual([old]);
    const kept = await database.statement(listReplayDays);
    expect(kept).not.toContain(old);
    await days.add(Date.now() + 5 * 86_400_000);
    expect(await database.statement(listReplayDays)).toHaveLength(kept.length + 5);
  });

  it('takes recordings of a day that has no place yet', async () => {
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '_');
    for (const table of ['replay_session', 'replay_chunk']) await stack.sql(`drop table ${table}_${today}`);
    const own = recording();
    expect((await sender.send(own, 0, timed([sender.meta]))).status).toBe(202);
    expect(await eventsOf(own.gravacao)).toHaveLength(1);
  });
});
