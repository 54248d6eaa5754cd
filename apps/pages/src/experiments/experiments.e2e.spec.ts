import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { ExperimentBalance } from './experiment-balance.js';
import { ExperimentRetention } from './experiment-retention.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let tenant: PagesTenant;
let acme: HttpClient;

beforeAll(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});

const text = (words: string) => ({
  versao: 2,
  secoes: [
    { id: 's1', colunas: [{ id: 'c1', itens: [{ id: 'i1', tipo: 'texto', props: { conteudo: `<p>${words}</p>` } }] }] },
  ],
  estilo: {},
});

interface Tested {
  id: string;
  slug: string;
  path: string;
  /** Numbers of the versions A and B; A is published. */
  a: number;
  b: number;
}

async function newPage(isPublished = true): Promise<Tested> {
  const { body } = await acme.post('/v1/paginas', { titulo: 'Testar' });
  const path = `/v1/paginas/${body.id}`;
  const a = (await acme.post(`${path}/versoes`, { template: text('versão A') })).body.versao;
  const b = (await acme.post(`${path}/versoes`, { template: text('versão B') })).body.versao;
  if (isPublished) await acme.post(`${path}/publicar`, { versao: a });
  return { id: body.id, slug: body.slug, path, a, b };
}

const variantsOf = ({ a, b }: Tested, weights = [50, 50]) => [
  { nome: 'A', versao: a, peso: weights[0] },
  { nome: 'B', versao: b, peso: weights[1] },
];

async function newExperiment(page: Tested, body: object = {}) {
  const { status, body: experiment } = await acme.post(`${page.path}/experimentos`, {
    nome: 'Título',
    variantes: variantsOf(page),
    ...body,
  });
  expect(status).toBe(201);
  return { ...experiment, path: `${page.path}/experimentos/${experiment.id}` };
}

const published = async ({ id }: Tested) =>
  (
    await stack.sql<{ version: number; split: object | null }>(
      'select version, split from published_page where page_id = $1',
      [id],
    )
  )[0];
const versionsOf = async ({ id }: Tested) =>
  (
    await stack.sql<{ version: number }>('select version from published_variant where page_id = $1 order by 1', [id])
  ).map(({ version }) => version);
const audited = async (id: string) =>
  (await stack.sql<{ action: string }>('select action from audit_entry where object_id = $1 order by id', [id])).map(
    ({ action }) => action,
  );

describe('an experiment', () => {
  let page: Tested;
  beforeEach(async () => {
    page = await newPage();
  });

  it('is created, read, listed, started, changed, stopped and deleted', async () => {
    const { path, ...experiment } = await newExperiment(page);
    expect(experiment).toMatchObject({
      id: expect.stringMatching(/^exp_/),
      pagina_id: page.id,
      nome: 'Título',
      status: 'rascunho',
      objetivo: { tipo: 'formulario', form_id: null, nome: null },
      variantes: [
        { id: expect.stringMatching(/^vrt_/), nome: 'A', versao: page.a, peso: 50 },
        { nome: 'B', versao: page.b, peso: 50 },
      ],
      fase: 0,
      iniciado_em: null,
    });
    expect((await acme.get(path)).body).toEqual(experiment);
    expect((await acme.get(`${page.path}/experimentos`)).body).toEqual({ experimentos: [experiment], proximo: '' });
    expect((await published(page))?.split).toBeNull();

    const started = await acme.post(`${path}/iniciar`);
    expect([started.status, started.body.status, started.body.fase]).toEqual([200, 'em_andamento', 1]);
    const ids = experiment.variantes.map(({ id }: { id: string }) => id);
    expect((await published(page))?.split).toEqual({
      kind: 'experiment',
      experimentId: experiment.id,
      phase: 1,
      goal: { kind: 'form', formId: null },
      variants: [
        { id: ids[0], version: page.a, weight: 50 },
        { id: ids[1], version: page.b, weight: 50 },
      ],
    });
    expect(await versionsOf(page)).toEqual([page.a, page.b]);
    const [row] = await stack.sql<{ html: Buffer }>(
      'select html from published_variant where page_id = $1 and version = $2',
      [page.id, page.b],
    );
    expect(row?.html.toString()).toContain('versão B');

    const changed = await acme.patch(path, { nome: 'Outro', variantes: [{ id: ids[1], peso: 10 }] });
    expect([changed.status, changed.body.fase, changed.body.nome]).toEqual([200, 2, 'Outro']);
    expect((await published(page))?.split).toMatchObject({ phase: 2, variants: [{ weight: 50 }, { weight: 10 }] });
    expect((await acme.patch(path, { variantes: [{ id: ids[1], peso: 10 }] })).body.fase).toBe(2);
    expect((await acme.delete(path)).status).toBe(409);

    const stopped = await acme.post(`${path}/parar`);
    expect([stopped.status, stopped.body.status, stopped.body.motivo_do_fim]).toEqual([200, 'parado', 'usuario']);
    expect(await published(page)).toEqual({ version: page.a, split: null });
    expect(await versionsOf(page)).toEqual([]);
    expect((await acme.post(`${path}/iniciar`)).body).toMatchObject({ fase: 3, encerrado_em: null });
    await acme.post(`${path}/parar`);
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.get(path)).status).toBe(404);
    expect(await audited(experiment.id)).toEqual([
      'experiment.created',
      'experiment.started',
      'experiment.changed',
      'experiment.changed',
      'experiment.stopped',
      'experiment.started',
      'experiment.stopped',
      'experiment.deleted',
    ]);
  });

  it('has one place: another one of the page, and routing, are 409 while it runs', async () => {
    const first = await newExperiment(page);
    const second = await newExperiment(page);
    await acme.post(`${first.path}/iniciar`);
    for (const path of [first.path, second.path])
      expect(await acme.post(`${path}/iniciar`)).toMatchObject({
        status: 409,
        body: { erro: 'experimento_em_andamento' },
      });
    const rules = { regras: [{ quando: { pais: ['BR'] }, versao: page.b }] };
    expect((await acme.put(`${page.path}/roteamento`, rules)).status).toBe(409);
    await acme.post(`${first.path}/parar`);
    expect((await acme.put(`${page.path}/roteamento`, rules)).status).toBe(200);
    expect(await acme.post(`${second.path}/iniciar`)).toMatchObject({
      status: 409,
      body: { erro: 'roteamento_ativo' },
    });
    expect((await acme.post(`${first.path}/parar`)).status).toBe(409);
  });

  it('starts once if it is started twice at a time', async () => {
    const [first, second] = [await newExperiment(page), await newExperiment(page)];
    const answers = await Promise.all([first, second].map(({ path }) => acme.post(`${path}/iniciar`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('keeps another version from being published, until a variant is promoted', async () => {
    const { path, variantes } = await newExperiment(page);
    expect((await acme.post(`${path}/promover`, { variante: variantes[1].id })).status).toBe(409);
    await acme.post(`${path}/iniciar`);
    expect(await acme.post(`${page.path}/publicar`, { versao: page.b })).toMatchObject({
      status: 409,
      body: { erro: 'experimento_em_andamento' },
    });
    expect((await acme.post(`${path}/promover`, { variante: newId('vrt') })).status).toBe(422);
    const promoted = await acme.post(`${path}/promover`, { variante: variantes[1].id });
    expect(promoted).toMatchObject({
      status: 200,
      body: { status: 'promovido', variante_promovida: variantes[1].id, encerrado_em: expect.any(String) },
    });
    expect(await published(page)).toEqual({ version: page.b, split: null });
    expect(await versionsOf(page)).toEqual([]);
    for (const action of ['iniciar', 'parar']) expect((await acme.post(`${path}/${action}`)).status).toBe(409);
    expect((await acme.post(`${page.path}/publicar`, { versao: page.a })).status).toBe(200);
  });

  it('ends when its page is taken off or deleted, and goes on with its numbers when it is started again', async () => {
    const { path, id } = await newExperiment(page);
    await acme.post(`${path}/iniciar`);
    await acme.post(`${page.path}/despublicar`);
    expect((await acme.get(path)).body).toMatchObject({ status: 'parado', motivo_do_fim: 'pagina_fora_do_ar' });
    expect((await acme.post(`${path}/iniciar`)).status).toBe(422);
    await acme.post(`${page.path}/publicar`, { versao: page.a });
    expect((await published(page))?.split).toBeNull();
    expect((await acme.post(`${path}/iniciar`)).body.fase).toBe(2);
    await acme.delete(page.path);
    expect((await acme.get(path)).status).toBe(404);
    const [row] = await stack.sql<{ status: string }>('select status from experiment where id = $1', [id]);
    expect(row?.status).toBe('stopped');
    await stack.sql(`delete from page where id = $1`, [page.id]);
    expect(await stack.sql('select from experiment where id = $1', [id])).toEqual([]);
  });

  it('keeps its bytes when its page moves, and what a visitor has open can still be sent', async () => {
    const { path } = await newExperiment(page);
    await acme.post(`${path}/iniciar`);
    const dominio_id = await tenant.verifyHost(`www.${page.slug}.example`);
    expect((await acme.put(`${page.path}/dominio`, { dominio_id, caminho: '/nova' })).status).toBe(200);
    expect((await published(page))?.split).toMatchObject({ kind: 'experiment' });
    expect(await versionsOf(page)).toEqual([page.a, page.b]);
    await acme.post(`${path}/parar`);
    const replaced = await stack.sql<{ version: number }>('select version from replaced_version where page_id = $1', [
      page.id,
    ]);
    expect(replaced).toEqual([{ version: page.b }]);
  });

  it('keeps the versions of its variants, however many are saved', async () => {
    await newExperiment(page);
    for (let count = 0; count < 101; count += 1) {
      await stack.sql(
        `insert into page_version (tenant_id, page_id, number, origin, document, author_kind)
         select tenant_id, id, last_number + 1, 'saved', '{}', 'user' from page where id = $1`,
        [page.id],
      );
      await stack.sql('update page set last_number = last_number + 1, newest_version = last_number + 1 where id = $1', [
        page.id,
      ]);
    }
    await acme.post(`${page.path}/versoes`, { template: text('mais uma') });
    const kept = await stack.sql<{ number: number }>(
      'select number from page_version where page_id = $1 order by 1 limit 3',
      [page.id],
    );
    expect(kept.map(({ number }) => number).slice(0, 2)).toEqual([page.a, page.b]);
    expect((await acme.get(`${page.path}/versoes/1`)).status).toBe(404);
  });

  it.each([
    [422, 'a weight over 100', (one: Tested) => ({ variantes: variantsOf(one, [101, 0]) })],
    [422, 'a weight below 0', (one: Tested) => ({ variantes: variantsOf(one, [-1, 50]) })],
    [422, 'no weight at all', (one: Tested) => ({ variantes: variantsOf(one, [0, 0]) })],
    [422, 'a version twice', (one: Tested) => ({ variantes: variantsOf({ ...one, b: one.a }) })],
    [422, 'an unknown version', (one: Tested) => ({ variantes: variantsOf({ ...one, b: 99 }) })],
    [400, 'one variant', (one: Tested) => ({ variantes: variantsOf(one).slice(1) })],
    [400, 'eleven variants', (one: Tested) => ({ variantes: Array.from({ length: 11 }, () => variantsOf(one)[0]) })],
    [400, 'no name', (one: Tested) => ({ nome: '', variantes: variantsOf(one) })],
    [400, 'an unknown goal', (one: Tested) => ({ variantes: variantsOf(one), objetivo: { tipo: 'sorte' } })],
    [422, 'an event without a name', (one: Tested) => ({ variantes: variantsOf(one), objetivo: { tipo: 'evento' } })],
    [
      422,
      'an unknown form',
      (one: Tested) => ({ variantes: variantsOf(one), objetivo: { tipo: 'formulario', form_id: newId('frm') } }),
    ],
  ])('is %d with %s', async (status, _what, bodyOf) => {
    const answer = await acme.post(`${page.path}/experimentos`, { nome: 'Título', ...bodyOf(page) });
    expect([answer.status, typeof answer.body.erro]).toEqual([status, 'string']);
  });

  it('of another account, or of another page, is not found', async () => {
    const { id, path } = await newExperiment(page);
    const rival = await (await stack.createTenant()).session();
    const other = await newPage();
    for (const [client, place] of [
      [rival, path],
      [acme, `${other.path}/experimentos/${id}`],
    ] as const) {
      expect((await client.get(place)).status).toBe(404);
      for (const action of ['iniciar', 'parar', 'promover'])
        expect((await client.post(`${place}/${action}`, {})).status).toBe(404);
      expect((await client.patch(place, { nome: 'x' })).status).toBe(404);
      expect((await client.delete(place)).status).toBe(404);
    }
    expect((await rival.get(`${page.path}/experimentos`)).status).toBe(404);
    expect((await rival.get(`/v1/analytics/ab?experimento=${id}`)).body).toMatchObject({
      experimento: null,
      variantes: [],
    });
  });

  it('ends after half a year; its visitors are deleted after its end, its totals stay', async () => {
    const { path, id, variantes } = await newExperiment(page);
    await acme.post(`${path}/iniciar`);
    await stack.sql(
      `insert into experiment_exposure (tenant_id, experiment_id, phase, visitor, variant_id, exposed_at)
       select $1, $2, 1, n, $3, now() from generate_series(1, 50) n`,
      [tenant.id, id, variantes[0].id],
    );
    await stack.sql(
      `insert into experiment_total (tenant_id, experiment_id, phase, variant_id, hour, visitors, conversions)
       values ($1, $2, 1, $3, date_trunc('hour', now()), 50, 0)`,
      [tenant.id, id, variantes[0].id],
    );
    const retention = stack.app.get(ExperimentRetention, { strict: false });
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    const visitors = () => stack.sql('select from experiment_exposure where experiment_id = $1', [id]);
    await retention.runAt(later(179));
    expect((await acme.get(path)).body.status).toBe('em_andamento');
    expect(await visitors()).toHaveLength(50);
    await retention.runAt(later(181));
    expect((await acme.get(path)).body).toMatchObject({ status: 'parado', motivo_do_fim: 'prazo_maximo' });
    expect(await visitors()).toEqual([]);
    expect((await acme.get(`/v1/analytics/ab?experimento=${id}`)).body.variantes[0].visitantes).toBe(50);
  });
});

describe('the report of an experiment', () => {
  const ab = (query: string) => acme.get(`/v1/analytics/ab${query}`);

  /** Writes totals of the current hour, or of some hours before. */
  const total = (id: string, phase: number, variantId: string, visitors: number, conversions: number, hoursAgo = 0) =>
    stack.sql(
      `insert into experiment_total (tenant_id, experiment_id, phase, variant_id, hour, visitors, conversions)
       values ($1, $2, $3, $4, date_trunc('hour', now()) - make_interval(hours => $7), $5, $6)`,
      [tenant.id, id, phase, variantId, visitors, conversions, hoursAgo],
    );

  async function running() {
    const page = await newPage();
    const experiment = await newExperiment(page);
    await acme.post(`${experiment.path}/iniciar`);
    return { page, ...experiment, ids: experiment.variantes.map(({ id }: { id: string }) => id) as string[] };
  }

  it('has its numbers and what they say, found by the experiment, its page, its slug or its variants', async () => {
    const { id, page, ids } = await running();
    expect((await ab(`?experimento=${id}`)).body).toMatchObject({
      experimento: id,
      fase: 1,
      estado: 'coletando',
      vencedor: null,
      variantes: [
        {
          id: ids[0],
          nome: 'A',
          versao: page.a,
          peso_configurado: 50,
          peso_efetivo: 50,
          visitantes: 0,
          conversoes: 0,
          taxa: null,
          intervalo: [0, 1],
          chance_de_ser_melhor: 0.5,
        },
        { id: ids[1] },
      ],
      desequilibrio: false,
      desequilibrio_p: null,
      valido_sempre: false,
      valido_sempre_p: 1,
      taxa_falso_vencedor: expect.any(Number),
    });
    await total(id, 1, ids[0]!, 1_000, 50);
    await total(id, 1, ids[1]!, 1_010, 101);
    const expected = {
      experimento: id,
      estado: 'vencedor_provavel',
      vencedor: ids[1],
      variantes: [
        { visitantes: 1_000, conversoes: 50, taxa: 0.05 },
        { visitantes: 1_010, conversoes: 101, taxa: 0.1 },
      ],
      valido_sempre: true,
      desequilibrio: false,
    };
    for (const query of [`experimento=${id}`, `pagina=${page.id}`, `pagina=${page.slug}`])
      expect((await ab(`?${query}`)).body, query).toMatchObject(expected);
    const { body } = await ab(`?variantes=${ids[0]}:50,${ids[1]}:50`);
    expect(body).toMatchObject(expected);
    expect(body.variantes[1].intervalo[0]).toBeCloseTo(0.083, 3);
    const byVersion = await ab(`?pagina=${page.id}&variantes=${page.b}:50,${page.a}:50`);
    expect(byVersion.body).toMatchObject({ vencedor: String(page.b), variantes: [{ nome: 'B' }, { nome: 'A' }] });
  });

  it('goes by minimo and prob, and withholds the winner of a split that is not the configured one', async () => {
    const { id, ids } = await running();
    await total(id, 1, ids[0]!, 1_000, 50);
    await total(id, 1, ids[1]!, 1_000, 100);
    expect((await ab(`?experimento=${id}&minimo=1001`)).body.estado).toBe('sem_dados_suficientes');
    expect((await ab(`?experimento=${id}&prob=1`)).body.estado).toBe('inconclusivo');
    const { body } = await ab(`?variantes=${ids[0]}:60,${ids[1]}:40`);
    expect(body).toMatchObject({ estado: 'inconclusivo', desequilibrio: true, variantes: [{ visitantes: 1_000 }, {}] });
    expect(body.variantes[1].chance_de_ser_melhor).toBeGreaterThan(0.99);
  });

  it('shows the last phase alone, and a window by the hour', async () => {
    const { id, path, ids } = await running();
    await total(id, 1, ids[0]!, 500, 5);
    await acme.patch(path, { variantes: [{ id: ids[0], peso: 20 }] });
    const { body } = await ab(`?experimento=${id}`);
    expect(body).toMatchObject({
      fase: 2,
      variantes: [{ visitantes: 0, peso_configurado: 20 }, { peso_configurado: 50 }],
    });
    expect(body.fases).toMatchObject([
      { fase: 1, fim: expect.any(String) },
      { fase: 2, fim: null },
    ]);
    await total(id, 2, ids[0]!, 7, 1);
    await total(id, 2, ids[0]!, 30, 3, 48);
    const count = async (query: string) => (await ab(`?experimento=${id}${query}`)).body.variantes[0].visitantes;
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    expect(await count(`&de=${ago(72)}`)).toBe(37);
    expect(await count(`&de=${ago(24)}`)).toBe(7);
    expect(await count(`&desde=${ago(24)}`)).toBe(7);
    expect(await count(`&de=${ago(72)}&desde=${ago(24)}`)).toBe(7);
    expect(await count(`&de=${ago(72)}&ate=${ago(24)}`)).toBe(30);
    expect(await count('&ate=2020-01-01')).toBe(0);
  });

  it.each([
    ['de=2026-04-05&ate=2026-04-05&fuso=Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'],
    [
      'de=2026-06-01&desde=2026-06-02&ate=2026-06-03&fuso=America/Sao_Paulo',
      '2026-06-02T00:00:00-03:00',
      '2026-06-04T00:00:00-03:00',
    ],
    ['de=2026-06-01T10:07:00Z&ate=2026-06-01T11:00:00Z', '2026-06-01T10:00:00Z', '2026-06-01T11:00:00Z'],
  ])('has the window of other reports for %s', async (query, de, ate) => {
    expect((await ab(`?${query}`)).body).toMatchObject({ de, ate });
  });

  it('balances the weights by the chance of being best, half a day late', async () => {
    const { id, ids } = await running();
    await total(id, 1, ids[0]!, 1_000, 50, 60);
    await total(id, 1, ids[1]!, 1_000, 100, 60);
    const from = new Date(Date.now() - 70 * 3_600_000).toISOString();
    const { body } = await ab(`?experimento=${id}&de=${from}&autobalancear=true&piso=0.1`);
    const [a, b] = body.variantes;
    expect([a.peso_configurado, b.peso_configurado]).toEqual([50, 50]);
    expect(a.peso_efetivo).toBeCloseTo(10, 1);
    expect(b.peso_efetivo).toBeCloseTo(90, 1);
  });

  it('says which variants visitors can get', async () => {
    const { id, page, path } = await running();
    const served = async () =>
      (await ab(`?experimento=${id}`)).body.variantes.map((one: { no_ar: boolean }) => one.no_ar);
    expect(await served()).toEqual([true, true]);
    await stack.sql('delete from published_variant where page_id = $1 and version = $2', [page.id, page.b]);
    expect(await served()).toEqual([true, false]);
    await acme.post(`${path}/parar`);
    expect(await served()).toEqual([false, false]);
  });

  it('answers for variants that exist nowhere with zeros', async () => {
    const { status, body } = await ab('?variantes=nada:30,vrt_0123456789abcdef:70&pagina=nenhuma');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      experimento: null,
      fase: null,
      estado: 'coletando',
      variantes: [
        { id: 'nada', nome: null, versao: null, peso_configurado: 30, visitantes: 0, taxa: null, intervalo: [0, 1] },
        { id: 'vrt_0123456789abcdef', peso_configurado: 70 },
      ],
    });
    expect((await ab('')).body).toMatchObject({ estado: 'coletando', variantes: [] });
    expect((await ab('?experimento=exp_0123456789abcdef')).status).toBe(200);
  });

  const list = (count: number) => Array.from({ length: count }, (_, n) => `v${n}:9`).join();

  it.each([
    [200, `variantes=${list(10)}`],
    [400, `variantes=${list(11)}`],
    [422, 'variantes=a:101'],
    [422, 'variantes=a:99999999999999999999'],
    [422, 'variantes=a:-1'],
    [400, 'variantes=a'],
    [400, 'variantes=a:x'],
    [400, 'variantes=a:1,a:2'],
    [400, 'variantes='.concat(',')],
    [422, 'de=2026-01-01&ate=2026-06-01'],
    [422, 'de=2026-06-02&ate=2026-06-01'],
    [422, 'de=2020-01-01'],
    [200, 'de=2026-06-01&ate=2026-06-01'],
    [422, 'de=2026-06-01T10:00:00Z&ate=2026-06-01T09:59:59Z'],
    [400, 'fuso=Marte'],
    [400, 'de=ontem'],
    [400, 'ate=2026-02-30'],
    [400, 'desde=x'],
    [400, 'minimo=0'],
    [400, 'minimo=x'],
    [400, 'prob=1.5'],
    [400, 'prob=x'],
    [400, 'piso=-1'],
    [422, `variantes=${list(3)}&piso=0.5`],
    [400, 'autobalancear=sim'],
  ])('is %d for %s', async (status, query) => {
    const answer = await ab(`?${query}`);
    expect([answer.status, answer.body.erro ?? null]).toEqual([status, status === 200 ? null : expect.any(String)]);
  });
});

describe('an experiment that is balanced', () => {
  const HOUR_MS = 3_600_000;
  const hour = (n = 0) => new Date((Math.floor(Date.now() / HOUR_MS) + n) * HOUR_MS);
  const balance = (at: Date) => stack.app.get(ExperimentBalance, { strict: false }).runAt(at);

  async function balanced(body: object = { autobalancear: true, piso: 0.1 }) {
    const page = await newPage();
    const experiment = await newExperiment(page, body);
    await acme.post(`${experiment.path}/iniciar`);
    await stack.sql(`update experiment_phase set started_at = $2 where experiment_id = $1`, [experiment.id, hour(-60)]);
    const ids = experiment.variantes.map(({ id }: { id: string }) => id) as string[];
    const total = (index: number, visitors: number, conversions: number, at: Date) =>
      stack.sql(
        `insert into experiment_total (tenant_id, experiment_id, phase, variant_id, hour, visitors, conversions)
         values ($1, $2, 1, $3, $4, $5, $6)`,
        [tenant.id, experiment.id, ids[index], at, visitors, conversions],
      );
    const split = async () => (await published(page))?.split as Record<string, unknown>;
    const report = async () => (await acme.get(`/v1/analytics/ab?experimento=${experiment.id}`)).body;
    return { ...experiment, page, ids, total, split, report };
  }

  it('gives the better variant more visitors from the next hour on, and none less than the floor', async () => {
    const { ids, total, split, report, ...experiment } = await balanced();
    expect(experiment).toMatchObject({ autobalancear: true, piso: 0.1 });
    const before = await split();
    await balance(hour());
    expect(await split()).toEqual(before);
    await total(0, 1_000, 50, hour(-59));
    await total(1, 1_000, 100, hour(-59));
    await balance(new Date(hour(1).getTime() - 60_000));
    expect(await split()).toEqual(before);
    await balance(hour());
    const step = { from: hour(1).toISOString(), weights: { [ids[0]!]: 10, [ids[1]!]: 90 } };
    expect(await split()).toEqual({ ...before, next: step });
    expect(await report()).toMatchObject({ autobalanceado: true, fase: 1, variantes: [{ peso_efetivo: 50 }, {}] });
    await balance(hour());
    const steps = await stack.sql('select steps from experiment_phase where experiment_id = $1', [experiment.id]);
    expect(steps).toEqual([{ steps: [step] }]);
    await balance(hour(1));
    expect(await split()).toEqual({ ...before, next: step });
  });

  it('is reported by the weights that each hour had', async () => {
    const { id, ids, total, report } = await balanced();
    const step = [{ from: hour(-10).toISOString(), weights: { [ids[0]!]: 10, [ids[1]!]: 90 } }];
    await stack.sql(`update experiment_phase set steps = $2 where experiment_id = $1`, [id, JSON.stringify(step)]);
    // Alike in both times; the second variant has most visitors of the better one.
    for (const [index, visitors, conversions, ago] of [
      [0, 5_000, 50, 20],
      [1, 5_000, 50, 20],
      [0, 1_000, 100, 5],
      [1, 9_000, 900, 5],
    ] as const)
      await total(index, visitors, conversions, hour(-ago));
    const body = await report();
    expect(body).toMatchObject({
      estado: 'inconclusivo',
      desequilibrio: false,
      valido_sempre: false,
      variantes: [
        { visitantes: 6_000, conversoes: 150, peso_configurado: 50, peso_efetivo: 10 },
        { visitantes: 14_000, conversoes: 950, peso_configurado: 50, peso_efetivo: 90 },
      ],
    });
    expect(body.variantes[0].taxa).toBeCloseTo(0.055, 6);
    expect(body.variantes[1].taxa).toBeCloseTo(0.055, 6);
    await stack.sql(`update experiment_phase set steps = '[]' where experiment_id = $1`, [id]);
    expect(await report()).toMatchObject({ desequilibrio: true });
  });

  it('begins a phase when it is turned on, off, or gets another floor while it runs', async () => {
    const { path, split } = await balanced({});
    const on = await acme.patch(path, { autobalancear: true });
    expect(on.body).toMatchObject({ autobalancear: true, piso: 0.05, fase: 2 });
    expect((await acme.patch(path, { autobalancear: true })).body.fase).toBe(2);
    expect((await acme.patch(path, { piso: 0.2 })).body).toMatchObject({ piso: 0.2, fase: 3 });
    expect((await acme.patch(path, { autobalancear: false })).body).toMatchObject({
      autobalancear: false,
      piso: null,
      fase: 4,
    });
    expect(await split()).toMatchObject({ phase: 4, variants: [{ weight: 50 }, { weight: 50 }] });
  });

  it.each([
    [400, { autobalancear: 'sim' }],
    [400, { autobalancear: true, piso: 0 }],
    [400, { autobalancear: true, piso: 0.6 }],
    [422, { autobalancear: true, piso: 0.4 }],
  ])('is %d with %o', async (status, body) => {
    const page = await newPage();
    const c = (await acme.post(`${page.path}/versoes`, { template: text('versão C') })).body.versao;
    const variantes = [...variantsOf(page), { nome: 'C', versao: c, peso: 1 }];
    const answer = await acme.post(`${page.path}/experimentos`, { nome: 'Título', variantes, ...body });
    expect(answer.status, answer.text).toBe(status);
  });
});

describe('routing', () => {
  it('is stored, shown to visitors and removed, and comes back when the page is published again', async () => {
    const page = await newPage();
    const path = `${page.path}/roteamento`;
    expect((await acme.get(path)).body).toEqual({ regras: [] });
    const regras = [
      { quando: { utm_source: ['Google', 'bing'], dispositivo: ['mobile'] }, versao: page.b },
      { quando: { pais: ['PT'], idioma: ['pt-PT'] }, versao: page.a },
    ];
    const put = await acme.put(path, { regras });
    expect(put.status).toBe(200);
    expect(put.body.regras).toEqual([
      { quando: { utm_source: ['google', 'bing'], dispositivo: ['mobile'] }, versao: page.b },
      { quando: { pais: ['PT'], idioma: ['pt-pt'] }, versao: page.a },
    ]);
    expect((await acme.get(path)).body).toEqual(put.body);
    expect(await versionsOf(page)).toEqual([page.a, page.b]);
    await acme.post(`${page.path}/publicar`, { versao: page.b });
    expect(await published(page)).toMatchObject({ version: page.b, split: { kind: 'routing', rules: { length: 2 } } });
    await acme.post(`${page.path}/despublicar`);
    expect(await versionsOf(page)).toEqual([]);
    const again = await acme.post(`${page.path}/publicar`, { versao: page.a });
    expect(again.body.avisos).not.toContainEqual(expect.objectContaining({ codigo: 'roteamento_inativo' }));
    expect((await published(page))?.split).toMatchObject({ kind: 'routing' });
    expect(await versionsOf(page)).toEqual([page.a, page.b]);
    await stack.sql('delete from page_version where page_id = $1 and number = $2', [page.id, page.b]);
    await acme.post(`${page.path}/despublicar`);
    const warned = await acme.post(`${page.path}/publicar`, { versao: page.a });
    expect(warned.body.avisos).toContainEqual(expect.objectContaining({ codigo: 'roteamento_inativo' }));
    expect((await acme.put(path, { regras: [] })).body).toEqual({ regras: [] });
    expect(await published(page)).toEqual({ version: page.a, split: null });
    expect(await audited(page.id)).toContain('page.routed');
  });

  it('is kept for a page that is published later', async () => {
    const page = await newPage(false);
    const regras = [{ quando: { idioma: ['en'] }, versao: page.b }];
    expect((await acme.put(`${page.path}/roteamento`, { regras })).status).toBe(200);
    await acme.post(`${page.path}/publicar`, { versao: page.a });
    expect((await published(page))?.split).toMatchObject({ kind: 'routing' });
  });

  it.each([
    [422, 'no condition', [{ quando: {}, versao: 2 }]],
    [422, 'an unknown version', [{ quando: { pais: ['BR'] }, versao: 77 }]],
    [400, 'a country that is none', [{ quando: { pais: ['Brasil'] }, versao: 2 }]],
    [400, 'a device that is none', [{ quando: { dispositivo: ['tv'] }, versao: 2 }]],
    [400, 'an unknown condition', [{ quando: { lua: ['cheia'] }, versao: 2 }]],
    [400, 'too many rules', Array.from({ length: 21 }, () => ({ quando: { pais: ['BR'] }, versao: 2 }))],
    [400, 'no version', [{ quando: { pais: ['BR'] } }]],
  ])('is %d with %s', async (status, _what, regras) => {
    const page = await newPage();
    expect((await acme.put(`${page.path}/roteamento`, { regras })).status).toBe(status);
  });
});

describe('GraphQL', () => {
  it('does all of it', async () => {
    const page = await newPage();
    const run = async (query: string, variables: object = {}) => {
      const { body } = await acme.post('/graphql', { query, variables });
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const { createExperiment: made } = await run(
      `mutation ($page: ID!, $input: CreateExperimentInput!) {
        createExperiment(pageId: $page, input: $input) { id status variantes { id versao } }
      }`,
      { page: page.id, input: { nome: 'G', variantes: variantsOf(page) } },
    );
    expect(made.status).toBe('rascunho');
    const id = made.id;
    expect(await run(`mutation { startExperiment(id: "${id}") { status fase } }`)).toEqual({
      startExperiment: { status: 'em_andamento', fase: 1 },
    });
    await run(`mutation ($input: UpdateExperimentInput!) { updateExperiment(id: "${id}", input: $input) { fase } }`, {
      input: { variantes: [{ id: made.variantes[0].id, peso: 80 }] },
    });
    expect(
      await run(`{
        experiments(pageId: "${page.id}") { edges { node { id nome } } }
        experiment(id: "${id}") { fase }
        abReport(experimento: "${id}") { estado fase variantes { peso_configurado intervalo } }
      }`),
    ).toEqual({
      experiments: { edges: [{ node: { id, nome: 'G' } }] },
      experiment: { fase: 2 },
      abReport: {
        estado: 'coletando',
        fase: 2,
        variantes: [
          { peso_configurado: 80, intervalo: [0, 1] },
          { peso_configurado: 50, intervalo: [0, 1] },
        ],
      },
    });
    await run(`mutation { stopExperiment(id: "${id}") { status } }`);
    await run(`mutation { promoteVariant(id: "${id}", input: { variante: "${made.variantes[1].id}" }) { status } }`);
    expect(await run(`mutation { deleteExperiment(id: "${id}") }`)).toEqual({ deleteExperiment: id });
    const rules = `{ regras: [{ quando: { pais: ["BR"] }, versao: ${page.a} }] }`;
    await run(`mutation { replacePageRouting(pageId: "${page.id}", input: ${rules}) { regras { versao } } }`);
    expect(await run(`{ pageRouting(pageId: "${page.id}") { regras { versao quando { pais } } } }`)).toEqual({
      pageRouting: { regras: [{ versao: page.a, quando: { pais: ['BR'] } }] },
    });
  });
});
