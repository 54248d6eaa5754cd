import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { pagesStack, type PagesTenant } from '../support/pages-stack.js';
import { recording, timed } from '../support/replays.js';
import { useStack } from '../support/use-stack.js';
import { VisitorEraser } from '../../apps/pages/src/pixels/visitor.eraser.js';
import { FIREFOX, PHONE, Visits } from '../../apps/runtime/src/collect/collect.fixture.js';
import { LeadConversions } from '../../apps/runtime/src/collect/ingest/lead-conversions.js';
import { VisitorSalts } from '../../apps/runtime/src/collect/visitors/visitor-salts.js';

const DAY_MS = 86_400_000;
/** Addresses of visitors, as a proxy names them. */
const ADDRESSES = ['198.51.100.77', '2001:db8:77:1:aaaa:bbbb:cccc:dddd'] as const;
const FORM = { nome: 'Contato', campos: [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true }] };

const stack = useStack(pagesStack);
let visits: Visits;
let tenant: PagesTenant;
let page: { id: string; path: string };
let formId: string;

beforeAll(async () => {
  visits = new Visits(stack, await stack.startRuntime({ TRUST_PROXY: '127.0.0.1' }));
  tenant = await stack.createTenant();
  const session = await tenant.session();
  formId = (await session.post('/v1/formularios', FORM)).body.id as string;
  const { body } = await session.post('/v1/paginas', { titulo: 'Oferta' });
  const item = { id: 'i1', tipo: 'formulario', props: { form_id: formId } };
  const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }], estilo: {} };
  for (let n = 0; n < 2; n += 1) await session.post(`/v1/paginas/${body.id}/versoes`, { template });
  await session.post(`/v1/paginas/${body.id}/publicar`, { versao: 2 });
  page = { id: body.id, path: `/${body.slug}` };
  await waitUntil(async () => (await stack.visitor.get(page.path)).status === 200, { what: 'the page' });
});

/** Sends the form of the page as a browser does; returns the lead. */
async function sendForm(email: string, headers: Record<string, string> = {}): Promise<string> {
  const { text } = await stack.visitor.get(page.path);
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const body = new URLSearchParams({ email });
  for (const [, name = '', value = ''] of hidden) body.append(name, value);
  const sent = await stack.visitor.send('POST', page.path, body.toString(), {
    accept: 'text/html',
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': FIREFOX,
    ...headers,
  });
  expect(sent.status, sent.text).toBe(303);
  await visits.runtime.app.get(LeadConversions, { strict: false }).settle();
  const [lead] = await stack.sql<{ id: string }>('select id from lead where tenant_id = $1 and email = $2', [
    tenant.id,
    email,
  ]);
  return lead!.id;
}

const conversions = () =>
  stack.sql<{ variant: string | null; visitor_id: string | null; extra: { lead?: string } | null }>(
    `select variant, visitor_id, extra from event where tenant_id = $1 and kind = 'conversion' order by at`,
    [tenant.id],
  );

describe('what is kept of a visitor', () => {
  it('has no address, in no table but that of leads, no key of Redis and no file', async () => {
    const place = await visits.createPlace();
    for (const address of ADDRESSES)
      for (const more of [{}, { visitante: randomUUID() }, { eventos: [{ tipo: 'clique', x: 1, y: 1, desde: 1 }] }]) {
        const headers = { 'x-forwarded-for': address };
        expect((await visits.send(visits.view(place, more), headers)).status).toBe(202);
        expect((await visits.send(visits.view(place, more), { ...headers, 'sec-gpc': '1' })).status).toBe(202);
        expect((await stack.visitor.get(page.path, headers)).status).toBe(200);
      }
    const form = { ...FORM, origens: [visits.runtime.url] };
    const { id: foreign } = (await (await (await stack.createTenant()).session()).post('/v1/formularios', form)).body;
    for (const address of ADDRESSES) {
      const headers = { 'x-forwarded-for': address, origin: visits.runtime.url };
      const decision = { decisao: randomUUID(), acao: 'recusar', categorias: [], versao: 'e1f118bff7ad' };
      const eventos = JSON.stringify(
        timed([{ type: 4, data: { href: `${visits.runtime.url}/oferta`, width: 8, height: 6 } }]),
      );
      const chunk = { consentimento: true, visitante: randomUUID(), ...recording(), sequencia: 0, eventos };
      for (const [path, body] of [
        ['/collect/consentimento', { credencial: place.token, ...decision }],
        ['/replay', { credencial: place.token, ...chunk }],
        [`/f/${foreign}`, { campos: { email: 'ana@exemplo.test' } }],
      ] as const) {
        const { status, text } = await stack.visitor.post(path, body, headers);
        expect(status, `${path}: ${text}`).toBeLessThan(300);
      }
    }
    const written = filesIn(stack.blobDir);
    await visits.counted(place, 12);
    const tables = await stack.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const needles = [...ADDRESSES, '2001:db8:77:1:'].flatMap((text) => [text, Buffer.from(text).toString('hex')]);
    expect(tables.length).toBeGreaterThan(50);
    const texts: [string, string][] = [...written, ...(await redisTexts())];
    for (const { name } of tables) {
      const [row] = await stack.sql<{ text: string | null }>(
        `select string_agg(t::text, ' ') as text from "${name}" t`,
      );
      texts.push([name, row!.text ?? '']);
    }
    const found = texts.filter(([, text]) => needles.some((needle) => text.includes(needle))).map(([where]) => where);
    // A form that was sent: proof of the consent.
    expect(found).toEqual(['lead']);
    expect(texts.some(([where, text]) => where === 'event' && text.includes(place.pageId))).toBe(true);
    expect(texts.some(([where]) => where.includes(`pages:live:{${place.tenantId}}`))).toBe(true);
    expect(written.length).toBeGreaterThan(0);
  });

  it('is not linked with a lead without consent, nor by who asks not to be followed', async () => {
    const [none, refusing] = [
      await sendForm('sem@exemplo.test'),
      await sendForm('nao@exemplo.test', withCookie({ dnt: '1' })),
    ];
    await waitUntil(async () => (await conversions()).length === 2);
    expect((await conversions()).map(({ extra }) => extra?.lead)).toEqual([undefined, undefined]);
    expect((await conversions())[1]!.visitor_id).toBeNull();
    const links = await stack.sql('select from visitor_lead where lead_id = any ($1)', [[none, refusing]]);
    expect(links).toEqual([]);
  });

  it('with consent is erased with the person who sent a lead, and nothing of others is', async () => {
    const [visitante, other] = [randomUUID(), randomUUID()];
    const place = visits.placeOf(tenant.id, page.id);
    for (const id of [visitante, other])
      for (const agent of [FIREFOX, PHONE])
        await visits.send(visits.view(place, { visitante: id }), { 'user-agent': agent });
    const lead = await sendForm('ana@exemplo.test', withCookie({}, visitante));
    const linked = () =>
      stack.sql<{ visitor: string }>('select visitor_id as visitor from visitor_lead where lead_id = $1', [lead]);
    await waitUntil(async () => (await linked()).length === 1);
    const [{ visitor }] = (await linked()) as [{ visitor: string }];
    const rowsOf = (id: string) =>
      stack.sql<{ of: string }>(
        `select 'event' as of from event where tenant_id = $1 and visitor_id = $2
         union all select 'session' from session where tenant_id = $1 and visitor_id = $2`,
        [tenant.id, id],
      );
    await waitUntil(async () => (await rowsOf(visitor)).length === 4, {
      what: 'two views, a conversion and a session',
    });
    const totals = () =>
      stack.sql(`select sum(views)::int as views from total_hour where tenant_id = $1 and page_id = ''`, [tenant.id]);
    const before = await totals();
    const eraser = stack.app.get(VisitorEraser, { strict: false });
    const person = { leadIds: [lead], emails: [], phones: [] };
    await stack.app
      .get(Database, { strict: false })
      .tenant(tenant.id, (tx) => eraser.erase(tx, tenant.id, person as never));
    expect([await rowsOf(visitor), await linked()]).toEqual([[], []]);
    const left = await stack.sql('select from session where tenant_id = $1 and consented', [tenant.id]);
    expect(left).toHaveLength(1);
    expect(await totals()).toEqual(before);
  });

  it('says of a lead in which version of the page it was sent', async () => {
    expect((await conversions()).map(({ variant }) => variant)).toEqual(['2', '2']);
    const [total] = await stack.sql(
      `select sum(conversions)::int as conversions from total_day
       where tenant_id = $1 and dimension = 'variant' and value = '2' and page_id = ''`,
      [tenant.id],
    );
    expect(total).toEqual({ conversions: 3 });
  });

  it('leads to nobody after its day: the salt of it is destroyed, and is sealed until then', async () => {
    const salts = visits.runtime.app.get(VisitorSalts, { strict: false });
    const stored = () =>
      stack.sql<{ day: string; salt: string }>('select day::text, salt from visitor_salt order by day');
    const today = new Date().toISOString().slice(0, 10);
    expect((await stored()).map(({ day }) => day)).toContain(today);
    for (const { salt } of await stored()) expect(salt).toMatch(/^v1\./);
    await salts.prepare(Date.now() + DAY_MS);
    expect((await stored()).map(({ day }) => day)).not.toContain(today);
    const before = salts.at(Date.now()).export().toString('hex');
    await salts.prepare();
    expect(salts.at(Date.now()).export().toString('hex')).toBe(before);
    await salts.prepare(Date.now() + 2 * DAY_MS);
    await salts.prepare();
    expect(salts.at(Date.now()).export().toString('hex')).not.toBe(before);
  });
});

const withCookie = (headers: Record<string, string>, id: string = randomUUID()) => ({
  ...headers,
  cookie: `_pv=${id}`,
});

function filesIn(dir: string): [string, string][] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, 'latin1')]);
}

/** All keys of Redis, each with its value. */
async function redisTexts(): Promise<[string, string][]> {
  const redis = new Redis(stack.redisUrl);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, -1),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  const texts: [string, string][] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    if (type === 'none') continue;
    texts.push([`redis ${key}`, `${key} ${JSON.stringify(await readers[type]!(key))}`]);
  }
  redis.disconnect();
  return texts;
}
