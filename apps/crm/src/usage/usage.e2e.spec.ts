import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpSink, patient } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';

const platform = useStack(() => HttpSink.start());
const stack = useStack(() => crmStack({ ROLE: 'api', PLATFORM_URL: platform.url }));
let tenant: CrmTenant;
let acme: HttpClient;

const KNOWN = { plan: 'free', quota: { email: 3_000, sms: 0, push: null } };

beforeEach(async () => {
  platform.answer({ body: JSON.stringify(KNOWN) });
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const usage = async (query = '') => {
  const { status, body } = await acme.get(`/v1/uso${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.uso;
};

const insertImport = (createdAt: string, isDryRun = false) =>
  stack.sql(
    `insert into contact_import
       (tenant_id, id, author_id, state, is_dry_run, if_exists, mapping, tags, format, file_bytes, created_at)
     values ($1, $2, 'usr_0123456789abcdef', 'finished', $3, 'skip', '{}', '{}', 'csv', 1, $4)`,
    [tenant.id, v7(), isDryRun, createdAt],
  );

const insertJourney = (active: boolean, deletedAt: string | null = null) =>
  stack.sql(
    `insert into journey (tenant_id, id, name, trigger, parameters, active, version, reentry, deleted_at)
     values ($1, $2, 'x', 'lead', '{}', $3, 1, 'never', $4)`,
    [tenant.id, v7(), active, deletedAt],
  );

const insertMessages = (day: string, requested: number) =>
  stack.sql(
    `insert into journey_count (tenant_id, journey_id, version, step, day, entered, departed, requested)
     values ($1, $2, 1, 1, $3, 10, 10, $4)`,
    [tenant.id, v7(), day, requested],
  );

const insertExport = (createdAt: string) =>
  stack.sql(
    `insert into contact_export (tenant_id, id, author_id, filters, row_limit, created_at)
     values ($1, $2, 'usr_0123456789abcdef', '{}', 1, $3)`,
    [tenant.id, v7(), createdAt],
  );

describe('the usage of an account', () => {
  it('counts its contacts and companies but for the deleted ones, and the files of the month', async () => {
    const made = [];
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      made.push((await acme.post('/v1/contatos', { email })).body.id);
    expect((await acme.delete(`/v1/contatos/${made[0]}`)).status).toBe(204);
    const companies = [];
    for (const nome of ['Um', 'Dois']) companies.push((await acme.post('/v1/empresas', { nome })).body.id);
    expect((await acme.delete(`/v1/empresas/${companies[0]}`)).status).toBe(204);
    expect((await acme.get('/v1/contatos/exportar.csv')).status).toBe(200);
    const month = new Date().toISOString().slice(0, 7);
    expect(await usage()).toEqual({
      periodo: month,
      contatos: 2,
      empresas: 1,
      jornadas_ativas: 0,
      envios: 0,
      importacoes: 0,
      exportacoes: 1,
      core_disponivel: true,
      quota_conhecida: true,
      quota: { plano: 'free', email: 3_000, sms: 0, push: null },
    });
  });

  it('has the imports and exports of the month in UTC, and no simulations', async () => {
    for (const at of ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-02-28T23:59:59.999Z']) {
      await insertImport(at);
      await insertExport(at);
    }
    await insertImport('2026-02-10T12:00:00Z', true);
    await insertExport('2026-03-01T00:00:00Z');
    expect(await usage('?periodo=2026-02')).toMatchObject({ periodo: '2026-02', importacoes: 2, exportacoes: 2 });
    expect(await usage('?periodo=2026-03')).toMatchObject({ importacoes: 0, exportacoes: 1 });
    expect(await usage('?periodo=9999-12')).toMatchObject({ importacoes: 0, exportacoes: 0 });
  });

  it('has the journeys that are on now, and what journeys sent in the month', async () => {
    for (const isOn of [true, true, false]) await insertJourney(isOn);
    await insertJourney(true, '2026-02-01T00:00:00Z');
    for (const [day, requested] of [
      ['2026-01-31', 1],
      ['2026-02-01', 2],
      ['2026-02-28', 4],
      ['2026-03-01', 8],
    ] as const)
      await insertMessages(day, requested);
    expect(await usage('?periodo=2026-02')).toMatchObject({ jornadas_ativas: 2, envios: 6 });
    expect(await usage('?periodo=2026-04')).toMatchObject({ jornadas_ativas: 2, envios: 0 });
  });

  it.each(['2026', '2026-13', '2026-00', '2026-1', '2026-01-01', '0000-01', 'ontem', ''])(
    'has no period %j',
    async (period) => {
      const { status, body } = await acme.get(`/v1/uso?periodo=${period}`);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('periodo')]);
    },
  );

  it('has none of another account, and needs a session', async () => {
    await acme.post('/v1/contatos', { email: 'a@example.com' });
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get('/v1/uso')).body.uso.contatos).toBe(0);
    expect((await rival.get('/v1/uso', { 'x-service-tenant': tenant.id })).status).toBe(404);
    expect((await stack.anonymous.get('/v1/uso')).status).toBe(401);
    expect((await (await tenant.key()).get('/v1/uso')).status).toBe(401);
  });

  it('is not found without the product', async () => {
    const other = await (await stack.createTenant(['mail'])).session();
    expect((await other.get('/v1/uso')).status).toBe(404);
  });
});

describe('the quota of an account', () => {
  it('is asked of Platform with the credential of the apps', async () => {
    await usage();
    const request = platform.requests.at(-1)!;
    expect(request).toMatchObject({ method: 'GET', path: `/internal/tenants/${tenant.id}/quota` });
    expect(request.headers.authorization).toBe(`Bearer ${SERVICE_SECRET}`);
  });

  it('is unknown, and Platform available, if Platform knows none', async () => {
    platform.answer({ body: JSON.stringify({ plan: '', quota: null }) });
    const uso = await usage();
    expect(uso).toMatchObject({ core_disponivel: true, quota_conhecida: false });
    expect(uso).not.toHaveProperty('quota');
  });

  it.each([
    ['no JSON', { body: '<html>' }],
    ['an empty answer', { body: '' }],
    ['another JSON', { body: '[]' }],
    ['no limits', { body: JSON.stringify({ plan: 'free', quota: {} }) }],
    ['a text for a limit', { body: JSON.stringify({ ...KNOWN, quota: { ...KNOWN.quota, email: '3000' } }) }],
    ['an error', { status: 500, body: JSON.stringify(KNOWN) }],
    ['a redirect', { redirect: 'http://127.0.0.1:1/' }],
    ['a broken connection', { drop: true }],
  ])('is unknown, and Platform unavailable, for %s', async (_, answer) => {
    await acme.post('/v1/contatos', { email: 'a@example.com' });
    platform.answer(answer);
    const uso = await usage();
    expect(uso).toMatchObject({ contatos: 1, core_disponivel: false, quota_conhecida: false });
    expect(uso).not.toHaveProperty('quota');
  });

  it.each([
    ['does not answer', { hang: true }],
    ['does not end its answer', { dripEveryMs: 100 }],
  ])('is unknown after two seconds if Platform %s', async (_, answer) => {
    platform.answer(answer);
    const start = Date.now();
    expect(await usage()).toMatchObject({ contatos: 0, core_disponivel: false, quota_conhecida: false });
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_900);
    expect(Date.now() - start).toBeLessThan(patient(8_000));
  });

  it('is unknown while Platform is down, and known when it is back', async () => {
    await platform.stop();
    expect(await usage()).toMatchObject({ core_disponivel: false, quota_conhecida: false });
    await platform.start();
    expect(await usage()).toMatchObject({ core_disponivel: true, quota_conhecida: true });
  });
});
