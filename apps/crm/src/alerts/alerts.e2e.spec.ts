import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => crmStack({ OUTBOUND_ALLOW: sink.host }));
const RULE = { nome: 'Sem leads', tipo: 'sem_leads', limiar: 24, janela_minutos: 60 };

let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

const create = (changes: object = {}, client = acme) => client.post('/v1/alertas', { ...RULE, ...changes });
const createDestination = async (client?: HttpClient): Promise<string> => {
  const admin = client ?? (await tenant.session('admin'));
  const { status, body } = await admin.post('/v1/destinos', { nome: 'Avisos', url: `${sink.url}/avisos` });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const fire = (id: string) =>
  stack.sql(
    `update alert set state = 'fired', revision = revision + 1, since = now() - interval '1 hour' where id = $1`,
    [id],
  );
const eventsOf = async (query = '') => (await acme.get(`/v1/alertas/eventos${query}`)).body;

describe('an alert', () => {
  it('is created, read, listed, replaced and deleted', async () => {
    const { status, body, headers } = await create({ nome: ' Sem leads ' });
    expect([status, headers['location']]).toEqual([201, `/v1/alertas/${body.id}`]);
    expect(body).toEqual({
      ...RULE,
      id: expect.any(String),
      destino_id: null,
      ativo: true,
      estado: 'calmo',
      desde: body.criado_em,
      valor: expect.closeTo(0, 2),
      criado_em: expect.any(String),
      atualizado_em: body.criado_em,
    });
    const alike = { ...body, valor: expect.any(Number) };
    expect((await acme.get(`/v1/alertas/${body.id}`)).body).toEqual(alike);
    const quality = { nome: 'Ruins', tipo: 'queda_qualidade', limiar: 0.3, janela_minutos: 1440, ativo: false };
    const other = (await create(quality)).body;
    expect(other).toMatchObject({ ...quality, valor: null });
    expect((await acme.get('/v1/alertas')).body).toEqual({ alertas: [alike, other] });
    const replaced = await acme.put(`/v1/alertas/${body.id}`, { ...quality, limiar: 1 });
    expect([replaced.status, replaced.body]).toMatchObject([200, { ...quality, limiar: 1, id: body.id }]);
    expect((await acme.delete(`/v1/alertas/${body.id}`)).status).toBe(204);
    expect((await acme.get(`/v1/alertas/${body.id}`)).status).toBe(404);
    expect((await acme.get('/v1/alertas')).body).toEqual({ alertas: [other] });
  });

  it.each([
    ['tipo', { tipo: 'outro' }],
    ['limiar', { limiar: 0 }],
    ['limiar', { limiar: -1 }],
    ['limiar', { limiar: 720.5 }],
    ['limiar', { tipo: 'queda_qualidade', limiar: 0 }],
    ['limiar', { tipo: 'queda_qualidade', limiar: 1.01 }],
    ['janela_minutos', { janela_minutos: 4 }],
    ['janela_minutos', { janela_minutos: 10_081 }],
    ['destino_id', { destino_id: v7() }],
    ['destino_id', { destino_id: 'x' }],
  ])('has no %s as in %j', async (campo, changes) => {
    const { id } = (await create()).body;
    for (const { status, body } of [
      await create(changes),
      await acme.put(`/v1/alertas/${id}`, { ...RULE, ...changes }),
    ])
      expect([status, body]).toEqual([422, { erro: expect.any(String), campo }]);
    expect((await acme.get('/v1/alertas')).body.alertas).toMatchObject([RULE]);
  });

  it.each([
    { nome: ' ' },
    { nome: 'x'.repeat(101) },
    { nome: undefined },
    { tipo: undefined },
    { limiar: '24' },
    { limiar: undefined },
    { janela_minutos: 60.5 },
    { janela_minutos: null },
    { ativo: 'true' },
    { destino_id: 1 },
    { estado: 'disparado' },
  ])('is not made of %j', async (changes) => {
    expect((await create(changes)).status).toBe(400);
  });

  it('is one of at most 50, also when many are created at once', async () => {
    await stack.sql(
      `insert into alert (tenant_id, id, name, type, threshold, window_minutes, active, since, observed_from)
       select $1, gen_random_uuid(), 'x', 'no-leads', 1, 60, true, now(), now() from generate_series(1, 47)`,
      [tenant.id],
    );
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422]);
    const { alertas } = (await acme.get('/v1/alertas')).body;
    expect(alertas).toHaveLength(50);
    await acme.delete(`/v1/alertas/${alertas[0].id}`);
    expect((await create()).status).toBe(201);
  });

  it('is calm once it is changed, which is an event and a notification; the same values change nothing', async () => {
    const destino_id = await createDestination();
    const { id } = (await create({ destino_id })).body;
    await fire(id);
    const same = await acme.put(`/v1/alertas/${id}`, { ...RULE, destino_id });
    expect([same.status, same.body.estado]).toEqual([200, 'disparado']);
    const changed = await acme.put(`/v1/alertas/${id}`, { ...RULE, limiar: 12 });
    expect(changed.body).toMatchObject({ estado: 'calmo', limiar: 12, destino_id: null });
    expect(Date.now() - Date.parse(changed.body.desde)).toBeLessThan(60_000);
    const { eventos } = await eventsOf();
    expect(eventos).toEqual([
      {
        id: expect.any(String),
        alerta_id: id,
        jornada_id: null,
        de: 'disparado',
        para: 'calmo',
        valor: null,
        motivo: 'alterado',
        ocorrido_em: expect.any(String),
      },
    ]);
    const received = await waitUntil(() => sink.requests.find(({ body }) => String(body).includes(id)), {
      timeoutMs: 15_000,
    });
    expect(received.headers['x-service-event']).toBe('crm.alert.changed');
    expect(JSON.parse(String(received.body))).toMatchObject({
      EventType: 'crm.alert.changed',
      TenantId: tenant.id,
      Data: {
        AlertEventId: eventos[0].id,
        AlertId: id,
        Name: 'Sem leads',
        Type: 'sem_leads',
        Threshold: 24,
        WindowMinutes: 60,
        From: 'disparado',
        To: 'calmo',
        Value: null,
        Reason: 'alterado',
        OccurredAt: eventos[0].ocorrido_em,
      },
    });
  });

  it('has a destination of the account, and none once that is deleted', async () => {
    const rival = await (await stack.createTenant()).session();
    const theirs = await createDestination(rival);
    expect((await create({ destino_id: theirs })).body.campo).toBe('destino_id');
    const destino_id = await createDestination();
    const { id } = (await create({ destino_id })).body;
    expect((await acme.get(`/v1/alertas/${id}`)).body.destino_id).toBe(destino_id);
    const admin = await tenant.session('admin');
    expect((await admin.delete(`/v1/destinos/${destino_id}`)).status).toBe(204);
    expect((await acme.get(`/v1/alertas/${id}`)).body.destino_id).toBeNull();
  });

  it('that is deleted leaves its events, and ends its firing by one', async () => {
    const { id } = (await create()).body;
    await fire(id);
    await acme.delete(`/v1/alertas/${id}`);
    expect((await eventsOf()).eventos).toMatchObject([{ alerta_id: id, de: 'disparado', motivo: 'apagado' }]);
  });

  it('is not found in another account, or with an id of another form', async () => {
    const { id } = (await create()).body;
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get('/v1/alertas')).body).toEqual({ alertas: [] });
    for (const path of [id, v7(), 'x']) {
      const client = path === id ? rival : acme;
      const answers = [
        await client.get(`/v1/alertas/${path}`),
        await client.put(`/v1/alertas/${path}`, RULE),
        await client.delete(`/v1/alertas/${path}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await stack.anonymous.get('/v1/alertas')).status).toBe(401);
  });

  it('is in the audit log', async () => {
    const { id } = (await create()).body;
    await acme.put(`/v1/alertas/${id}`, { ...RULE, limiar: 1 });
    await acme.delete(`/v1/alertas/${id}`);
    const entries = await stack.sql<{ action: string }>(
      'select action from audit_entry where object_id = $1 order by id',
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['alert.created', 'alert.changed', 'alert.deleted']);
  });
});

describe('the events of alerts', () => {
  const insert = async (count: number) => {
    const id = v7();
    for (let n = 0; n < count; n += 1)
      await stack.sql(
        `insert into alert_event (tenant_id, id, alert_id, from_state, to_state, value, reason, occurred_at)
         values ($1, $2, $3, 'calm', 'fired', $4, 'evaluated', now())`,
        [tenant.id, v7(), id, n],
      );
    return id;
  };

  it('are listed newest first, page by page, those of one alert alone if so asked', async () => {
    const [first, second] = [await insert(3), await insert(2)];
    const values = ({ eventos }: { eventos: { valor: number }[] }) => eventos.map(({ valor }) => valor);
    expect(values(await eventsOf())).toEqual([1, 0, 2, 1, 0]);
    const page = await eventsOf('?limite=4');
    expect(values(page)).toEqual([1, 0, 2, 1]);
    const rest = await eventsOf(`?limite=4&cursor=${page.proximo}`);
    expect([values(rest), rest.proximo]).toEqual([[0], '']);
    expect(values(await eventsOf(`?alerta_id=${first}`))).toEqual([2, 1, 0]);
    expect((await acme.get(`/v1/alertas/eventos?alerta_id=${second}&cursor=${page.proximo}`)).status).toBe(400);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get('/v1/alertas/eventos')).body).toEqual({ eventos: [], proximo: '' });
  });

  it.each(['limite=0', 'limite=201', 'limite=x', 'cursor=x', 'alerta_id=x'])('have no query %s', async (query) => {
    expect((await acme.get(`/v1/alertas/eventos?${query}`)).status).toBe(400);
  });
});
