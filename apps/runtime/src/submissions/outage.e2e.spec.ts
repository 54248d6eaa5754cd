import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import { freePort, SmtpSink, testRedis, type TestDatabase, waitUntil } from '#libs/test/testing';
import { type AppStack, appStack } from '../../../../test/support/app-stack.js';
import { createField } from '../../../../libs/sites/forms/test-support/create-field.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { PostgresCluster } from '../../../../test/support/postgres-cluster.js';
import { EventJournal } from '../collect/ingest/event-journal.js';
import { RuntimeConfig } from '../config.js';
import { createRuntime } from '../runtime.js';
import { LeadJournal } from './journal/lead-journal.js';

const TENANT = newId('acc');
const [SEEN, NEVER_SEEN] = [newId('frm'), newId('frm')];
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ORIGIN = { origin: 'https://www.example.com' };
const FIELD = createField({ name: 'email', label: 'E-mail', type: 'email', required: true });

let home: string;
let postgres: PostgresCluster;
let mail: SmtpSink;
let runtime: AppStack<RuntimeConfig>;
let visitor: HttpClient;

async function sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: postgres.urls.adminUrl });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'submissions-'));
  [postgres, mail] = await Promise.all([PostgresCluster.start(home, 'pages'), SmtpSink.start()]);
  for (const id of [SEEN, NEVER_SEEN]) {
    await sql(
      `insert into form (tenant_id, id, name, fields, button_label, thanks, requires_consent, legal_basis, country, origins)
       values ($1, $2, 'Contato', $3, 'Enviar', 'Obrigado!', false, 'legitimo_interesse', 'BR', array['https://www.example.com'])`,
      [TENANT, id, JSON.stringify([FIELD])],
    );
  }
  const surroundings = { database: postgres.urls as TestDatabase, redisUrl: (await testRedis()).url, mail };
  const environment = {
    IDENTITY_URL: `http://127.0.0.1:${await freePort()}`,
    CRM_URL: `http://127.0.0.1:${await freePort()}`,
    BLOB_DIR: join(home, 'blobs'),
    JOURNAL_DIR: join(home, 'journal'),
  };
  runtime = await appStack(
    { name: 'runtime', config: RuntimeConfig, create: createRuntime },
    { surroundings, environment },
  );
  visitor = new HttpClient(runtime.url);
});

afterAll(async () => {
  await runtime?.app.close();
  await Promise.all([runtime?.view.close(), mail?.stop(), postgres?.stop()]);
  rmSync(home, { recursive: true, force: true });
});

const send = (form: string, n: number, more: object = {}) =>
  visitor.post(`/f/${form}`, { campos: { email: `visitante${n}@example.test` }, ...more }, ORIGIN);

it('takes leads while Postgres is stopped, sealed on the disk, and keeps each once and in order when it is back', async () => {
  expect((await send(SEEN, 0)).body).toEqual({ ok: true });
  await postgres.stop();
  for (let n = 1; n <= 5; n += 1) expect((await send(SEEN, n)).body, String(n)).toEqual({ ok: true });
  expect((await send(SEEN, 6, { id_externo: 'uma-vez' })).body).toEqual({ ok: true });
  expect((await send(SEEN, 6, { id_externo: 'uma-vez' })).body).toEqual({ ok: true });
  const invalid = await visitor.post(`/f/${SEEN}`, { campos: { email: 'x' } }, ORIGIN);
  expect(invalid.body).toEqual({ ok: false, erros: { email: 'Informe um e-mail válido.' } });
  expect((await send(NEVER_SEEN, 7)).status).toBe(503);
  const journal = runtime.app.get(LeadJournal, { strict: false });
  expect(journal.size).toBeGreaterThan(0);
  const dir = join(home, 'journal');
  const namesIn = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
  const written = namesIn(dir).map((name) => readFileSync(join(dir, name), 'utf8'));
  expect(written.join('')).not.toContain('visitante');
  await postgres.start();
  await waitUntil(() => journal.size === 0, { timeoutMs: 30_000 });
  const rows = await sql<{ email: string }>('select email from lead where tenant_id = $1 order by id', [TENANT]);
  expect(rows.map(({ email }) => email)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `visitante${n}@example.test`));
  expect(namesIn(dir)).toEqual([]);
  const [events] = await sql<{ count: string }>(
    `select count(*) from outbox where payload ->> 'type' = 'pages.lead.captured'`,
  );
  expect(events!.count).toBe('7');
});

it('takes events of visitors while Postgres is stopped, without their address, and counts each once when it is back', async () => {
  const tokens = new PixelToken(runtime.app.get(SecretBox, { strict: false }));
  const pageId = newId('pag');
  const credencial = tokens.issue({ tenantId: TENANT, pageId, variant: '1' });
  const collect = (eventos: object[], lote = randomUUID()) =>
    visitor.post('/collect', { credencial, lote, carga: 'a', eventos }, { origin: runtime.url, 'user-agent': FIREFOX });
  const view = { tipo: 'visualizacao' };
  expect((await collect([view])).status).toBe(202);
  await postgres.stop();
  const lote = randomUUID();
  for (const sent of [[view], [view, view]]) expect((await collect(sent)).status).toBe(202);
  for (let n = 0; n < 2; n += 1) expect((await collect([view], lote)).status).toBe(202);
  const journal = runtime.app.get(EventJournal, { strict: false });
  expect(journal.size).toBeGreaterThan(0);
  const dir = join(home, 'journal', 'events');
  const written = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'));
  expect(written.join('')).not.toContain('127.0.0.1');
  await postgres.start();
  await waitUntil(() => journal.size === 0, { timeoutMs: 30_000 });
  const [rows] = await sql('select count(*)::int as events from event where tenant_id = $1 and kind = $2', [
    TENANT,
    'view',
  ]);
  const [total] = await sql(
    `select sum(views)::int as views, sum(sessions)::int as sessions from total_hour
     where tenant_id = $1 and page_id = $2`,
    [TENANT, pageId],
  );
  expect([rows, total]).toEqual([{ events: 5 }, { views: 5, sessions: 1 }]);
});

it('answers 503 to a recording while Postgres is stopped, and stores it once when it comes again', async () => {
  const secrets = runtime.app.get(SecretBox, { strict: false });
  const credencial = new PixelToken(secrets).issue({ tenantId: TENANT, pageId: newId('pag'), variant: '1' });
  const body = {
    credencial,
    consentimento: true,
    visitante: randomUUID(),
    gravacao: randomUUID(),
    carga: randomUUID(),
    sequencia: 0,
    eventos: JSON.stringify([{ type: 4, data: { href: '', width: 1, height: 1 }, timestamp: Date.now() }]),
  };
  const record = () => visitor.post('/replay', body, { origin: runtime.url });
  await postgres.stop();
  const away = await record();
  expect(away.status).toBe(503);
  await postgres.start();
  await waitUntil(async () => (await record()).status === 202, { timeoutMs: 30_000 });
  expect((await record()).status).toBe(202);
  expect(await sql('select events, chunks from replay_session where tenant_id = $1', [TENANT])).toEqual([
    { events: 1, chunks: 1 },
  ]);
});
