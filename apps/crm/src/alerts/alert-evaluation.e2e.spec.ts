import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { eventIdOf } from '../destinations/event-payload.js';
import { AlertClock } from './alert-clock.js';
import { DestinationDeliveries } from '../destinations/destination-deliveries.js';
import { AlertEvaluator } from './alert-evaluator.js';
import { AlertRetention } from './alert-retention.js';
import { LeadCountRetention } from '../lead-counts/lead-count-retention.js';
import { Suspension } from '#libs/core/auth';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const beside = useStack(() => stack.startBeside({ ROLE: 'api' }));
const processes = usePrepared(() =>
  [stack, beside].map(({ app }) => ({
    evaluator: app.get(AlertEvaluator, { strict: false }),
    clock: app.get(AlertClock, { strict: false }),
    deliveries: app.get(DestinationDeliveries, { strict: false }),
  })),
);

let now: number;
let tenant: CrmTenant;
let acme: HttpClient;
let leads: LeadEvents;
let number = 0;

beforeEach(async () => {
  now = Date.now();
  // Other tests' alerts are not evaluated here.
  await stack.sql('delete from alert');
  for (const { clock } of processes) vi.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
  leads = new LeadEvents(stack, tenant);
});
afterEach(() => vi.restoreAllMocks());

const evaluate = () => processes[0]!.evaluator.evaluate();
/** Lets a minute pass, and evaluates. */
const minute = async (count = 1) => {
  for (let n = 0; n < count; n += 1) {
    now += MINUTE;
    await evaluate();
  }
};
const silent = async (changes: object = {}) => create({ tipo: 'sem_leads', limiar: 2, janela_minutos: 60, ...changes });
const bad = async (changes: object = {}) =>
  create({ tipo: 'queda_qualidade', limiar: 0.5, janela_minutos: 60, ...changes });
async function create(rule: object): Promise<string> {
  const { status, body } = await acme.post('/v1/alertas', { nome: 'Alerta', ...rule });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const destination = async (client?: HttpClient): Promise<string> =>
  (
    await (client ?? (await tenant.session('admin'))).post('/v1/destinos', {
      nome: 'Avisos',
      url: 'https://hooks.example.com/x',
    })
  ).body.id;
/** Ids of the events that are enqueued to the destinations of the tenant. */
const enqueued = async () =>
  (
    await stack.sql<{ id: string }>(
      'select event_id as id from destination_delivery where tenant_id = $1 order by event_id',
      [tenant.id],
    )
  ).map(({ id }) => id);
const read = async (id: string) => (await acme.get(`/v1/alertas/${id}`)).body;
const changes = async () =>
  (await acme.get('/v1/alertas/eventos')).body.eventos.map(({ para }: { para: string }) => para).toReversed();
const receive = async (at = now) => {
  const lead = leadOf({ email: `alerta-${++number}@example.com` }, { receivedAt: new Date(at).toISOString() });
  await leads.capture(lead);
  return lead;
};
/** Leads, as if they had come by events. */
const count = (at: number, captured: number, ofThemBad = 0, tenantId = tenant.id) =>
  stack.sql(
    `insert into lead_count (tenant_id, bucket, slot, captured, bad, last_at)
     values ($1, date_bin('5 minutes', $2, timestamptz 'epoch'), 0, $3, $4, $2)
     on conflict on constraint lead_count__pk do update set captured = lead_count.captured + excluded.captured,
       bad = lead_count.bad + excluded.bad, last_at = greatest(lead_count.last_at, excluded.last_at)`,
    [tenantId, new Date(at), captured, ofThemBad],
  );

describe('an alert of silence', () => {
  it('fires when the hours are over, and is calm two evaluations after the next lead', async () => {
    await receive(now - HOUR);
    const id = await silent();
    expect((await read(id)).valor).toBeCloseTo(1, 1);
    await minute(59);
    expect((await read(id)).estado).toBe('calmo');
    await minute(2);
    expect(await read(id)).toMatchObject({ estado: 'disparado', valor: expect.closeTo(2, 1) });
    await minute(5);
    expect(await changes()).toEqual(['disparado']);
    await receive();
    await minute();
    expect((await read(id)).estado).toBe('disparado');
    await minute();
    expect(await read(id)).toMatchObject({ estado: 'calmo', desde: new Date(now).toISOString() });
    expect(await changes()).toEqual(['disparado', 'calmo']);
  });

  it('of an account without any lead waits from its creation', async () => {
    const id = await silent();
    now += 2 * HOUR - MINUTE;
    await evaluate();
    expect((await read(id)).estado).toBe('calmo');
    await minute();
    expect((await read(id)).estado).toBe('disparado');
  });

  it('takes no bad lead for a lead', async () => {
    await receive(now - 3 * HOUR);
    const lead = await receive(now - MINUTE);
    const id = await silent();
    await minute();
    expect((await read(id)).estado).toBe('calmo');
    await leads.retract(lead);
    await minute();
    expect((await read(id)).estado).toBe('disparado');
  });

  it('does not fire, and then observes anew, while it is switched off', async () => {
    const id = await silent({ ativo: false });
    now += 3 * HOUR;
    await evaluate();
    expect((await read(id)).estado).toBe('calmo');
    const rule = { nome: 'Alerta', tipo: 'sem_leads', limiar: 2, janela_minutos: 60 };
    expect((await acme.put(`/v1/alertas/${id}`, { ...rule, ativo: true })).body).toMatchObject({
      ativo: true,
      valor: 0,
    });
    await minute(3);
    expect((await read(id)).estado).toBe('calmo');
    now += 2 * HOUR;
    await evaluate();
    expect((await read(id)).estado).toBe('disparado');
    await acme.put(`/v1/alertas/${id}`, { ...rule, ativo: false });
    expect(await changes()).toEqual(['disparado', 'calmo']);
  });

  it('waits while the clock is set back, and goes on when it has caught up', async () => {
    await receive(now);
    const id = await silent();
    now -= 5 * HOUR;
    await minute(2);
    expect(await read(id)).toMatchObject({ estado: 'calmo', valor: 0 });
    now += 8 * HOUR;
    await minute();
    expect((await read(id)).estado).toBe('disparado');
    now -= 10 * HOUR;
    await minute(2);
    expect((await read(id)).estado).toBe('calmo');
  });

  it('of a suspended account stays as it is, and is evaluated when the account is active again', async () => {
    const id = await silent();
    const suspension = stack.app.get(Suspension, { strict: false });
    const suspended = vi.spyOn(suspension, 'waitUntil').mockResolvedValue(new Date());
    now += 3 * HOUR;
    await minute(2);
    expect([(await read(id)).estado, await changes()]).toEqual(['calmo', []]);
    suspended.mockRestore();
    await minute();
    expect((await read(id)).estado).toBe('disparado');
  });
});

describe('an alert of quality', () => {
  it('fires by the fraction of bad leads in its window, and forgets those that leave it', async () => {
    const id = await bad();
    await count(now - 30 * MINUTE, 12, 6);
    await minute();
    expect(await read(id)).toMatchObject({ estado: 'disparado', valor: 0.5 });
    await count(now, 20);
    expect((await read(id)).valor).toBeCloseTo(6 / 32);
    await minute(2);
    expect((await read(id)).estado).toBe('calmo');
    now += 2 * HOUR;
    await count(now, 10, 4);
    await minute();
    expect(await read(id)).toMatchObject({ estado: 'calmo', valor: 0.4 });
  });

  it('needs ten leads', async () => {
    const id = await bad();
    await count(now, 9, 9);
    await minute(2);
    expect(await read(id)).toMatchObject({ estado: 'calmo', valor: null });
    await count(now, 1, 1);
    await minute();
    expect((await read(id)).estado).toBe('disparado');
  });

  it('does not count leads of a time that has not come, and not those of other accounts', async () => {
    const id = await bad();
    await count(now + HOUR, 20, 20);
    await count(now, 20, 20, (await stack.createTenant()).id);
    await minute();
    expect(await read(id)).toMatchObject({ estado: 'calmo', valor: null });
  });
});

describe('a change of state', () => {
  it('is one event and one notification, however many processes find it', async () => {
    const destino_id = await destination();
    const ids = [await silent({ destino_id }), await silent(), await bad({ destino_id })];
    await count(now, 20, 20);
    now += 3 * HOUR;
    await count(now, 10, 10);
    const all = () =>
      Promise.all([...processes, ...processes, ...processes].map(({ evaluator }) => evaluator.evaluate()));
    await all();
    expect((await acme.get('/v1/alertas')).body.alertas.map(({ estado }: { estado: string }) => estado)).toEqual([
      'disparado',
      'disparado',
      'disparado',
    ]);
    expect([(await changes()).length, (await enqueued()).length]).toEqual([3, 2]);
    await count(now, 1_000);
    for (let n = 0; n < 2; n += 1) {
      now += MINUTE;
      await all();
    }
    expect([(await changes()).length, (await enqueued()).length]).toEqual([6, 4]);
    const { eventos } = (await acme.get('/v1/alertas/eventos')).body;
    const notified = eventos.filter(({ alerta_id }: { alerta_id: string }) => alerta_id !== ids[1]);
    expect(await enqueued()).toEqual(
      notified.map(({ id }: { id: string }) => eventIdOf('crm.alert.changed', id)).toSorted(),
    );
  });

  it('does not happen at all if its process is killed before the commit, and happens with the next evaluation', async () => {
    const id = await silent({ destino_id: await destination() });
    now += 3 * HOUR;
    const { deliveries } = processes[0]!;
    const real = deliveries.enqueue.bind(deliveries);
    const die = async (...given: Parameters<typeof real>) => {
      await real(...given);
      await given[0].query('select pg_terminate_backend(pg_backend_pid())');
      return true;
    };
    // Together, and then the account by itself.
    vi.spyOn(deliveries, 'enqueue').mockImplementationOnce(die).mockImplementationOnce(die);
    await evaluate();
    expect([(await read(id)).estado, await changes()]).toEqual(['calmo', []]);
    expect(await enqueued()).toEqual([]);
    await minute();
    expect([(await read(id)).estado, await changes()]).toEqual(['disparado', ['disparado']]);
    expect(await enqueued()).toHaveLength(1);
  });

  it('that fails in one account does not keep back that of another', async () => {
    const id = await silent();
    const other = await stack.createTenant();
    const rival = await other.session();
    const rule = { nome: 'x', tipo: 'sem_leads', limiar: 1, janela_minutos: 60, destino_id: await destination(rival) };
    const failing = (await rival.post('/v1/alertas', rule)).body.id;
    vi.spyOn(processes[0]!.deliveries, 'enqueue').mockRejectedValue(new Error('No delivery'));
    now += 3 * HOUR;
    await evaluate();
    expect((await read(id)).estado).toBe('disparado');
    expect((await rival.get(`/v1/alertas/${failing}`)).body.estado).toBe('calmo');
  });

  it('is not made by an evaluation that read the rule before it was changed', async () => {
    const id = await silent();
    now += 3 * HOUR;
    const suspension = stack.app.get(Suspension, { strict: false });
    vi.spyOn(suspension, 'waitUntil').mockImplementationOnce(async () => {
      const rule = { nome: 'Alerta', tipo: 'sem_leads', limiar: 500, janela_minutos: 60 };
      expect((await acme.put(`/v1/alertas/${id}`, rule)).status).toBe(200);
      return undefined;
    });
    await evaluate();
    expect([(await read(id)).estado, await changes()]).toEqual(['calmo', []]);
  });
});

describe('ten thousand alerts', () => {
  it('are evaluated by few statements, also when all of them change', async () => {
    await stack.sql(
      `insert into alert (tenant_id, id, name, type, threshold, window_minutes, active, since, observed_from)
       select 'acc_' || lpad(to_hex(n / 10), 16, '0'), gen_random_uuid(), 'x',
              case n % 2 when 0 then 'no-leads' else 'bad-leads' end, case n % 2 when 0 then 2 else 0.5 end, 10080, true, now(), now()
         from generate_series(1, 10000) n`,
    );
    await stack.sql(
      `insert into lead_count (tenant_id, bucket, slot, captured, bad, last_at)
       select 'acc_' || lpad(to_hex(n), 16, '0'), bucket, 0, 1, 0, bucket
         from generate_series(0, 1000) n, generate_series($1::timestamptz - interval '5 hours', $1, interval '5 minutes') bucket`,
      [new Date(Math.floor(now / (5 * MINUTE)) * 5 * MINUTE)],
    );
    const suspension = stack.app.get(Suspension, { strict: false });
    vi.spyOn(suspension, 'waitUntil').mockResolvedValue(undefined);
    const calm = await statementsOf(evaluate, /./);
    expect(calm).toHaveLength(11);
    now += 3 * HOUR;
    const start = performance.now();
    const fired = await statementsOf(evaluate, /./);
    const seconds = (performance.now() - start) / 1_000;
    const [{ events }] = (await stack.sql<{ events: number }>(
      `select count(*)::int as events from alert_event where tenant_id like 'acc_0000000%'`,
    )) as [{ events: number }];
    expect(events).toBe(5_000);
    expect(fired.length).toBeLessThanOrEqual(11 + 10 * 5);
    expect(seconds).toBeLessThan(patient(20));
  });
});

describe('what alerts keep', () => {
  it('is deleted when nothing reads it: numbers after eight days, but for the newest, and events after ninety', async () => {
    const day = 24 * HOUR;
    for (const days of [20, 9, 1]) await count(now - days * day, 1);
    const other = await stack.createTenant();
    for (const days of [20, 10]) await count(now - days * day, 1, 0, other.id);
    await stack.app.get(LeadCountRetention, { strict: false }).deleteOld();
    const kept = await stack.sql<{ tenant_id: string; days: number }>(
      `select tenant_id, round(extract(epoch from now() - last_at) / 86400)::int as days from lead_count
        where tenant_id in ($1, $2)`,
      [tenant.id, other.id],
    );
    expect(kept.map(({ tenant_id, days }) => [tenant_id, days])).toEqual(
      expect.arrayContaining([
        [tenant.id, 1],
        [other.id, 10],
      ]),
    );
    expect(kept).toHaveLength(2);
    for (const days of [91, 89])
      await stack.sql(
        `insert into alert_event (tenant_id, id, alert_id, from_state, to_state, value, reason, occurred_at)
         values ($1, gen_random_uuid(), gen_random_uuid(), 'calm', 'fired', $2::int, 'evaluated', now() - $2::int * interval '1 day')`,
        [tenant.id, days],
      );
    await stack.app.get(AlertRetention, { strict: false }).deleteOld();
    const { eventos } = (await acme.get('/v1/alertas/eventos')).body;
    expect(eventos.map(({ valor }: { valor: number }) => valor)).toEqual([89]);
  });
});
