// How late a step of a journey comes with very many contacts waiting, also while another tenant has 100,000 due in one second, and
// the processor that the engine takes at rest.
import { setTimeout as delay } from 'node:timers/promises';
import { bench } from './support/bench.js';
import { CpuTime } from './support/cpu-time.js';
import { Crm } from './support/crm.js';
import { addInside, addWaitingJourney } from './support/journeys.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ waiting: 1_000_000, due: 500, burst: 100_000, rest: 20, spread: 20 });
const P99_SECONDS = 2;
const CORE_PERCENT = 2;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const [crowd, own, busy] = [await crm.addTenant(), await crm.addTenant(), await crm.addTenant()];
  const year = String(365 * 86_400_000_000_000);
  const worker = cleanup.add(await crm.start({ ROLE: 'worker' }));
  await delay(5_000);
  // The process does other things at rest, too: what counts is what those who wait add.
  const without = await measureRest(worker.pid);
  const long = await addWaitingJourney(crm, crowd.id, 2, year);
  await addInside(crm, crowd.id, long, options.waiting, `now() + interval '1 year' * random() + interval '1 hour'`);
  await crm.checkpoint();
  await delay(5_000);
  const atRest = (await measureRest(worker.pid)) - without;

  const quiet = await measureLateness(own.id);
  const flood = await addWaitingJourney(crm, busy.id, 1, year);
  await addInside(crm, busy.id, flood, options.burst, `now() + interval '10 seconds' + random() * interval '1 second'`);
  const beside = await measureLateness(own.id);

  const report = new Report(`Lateness in seconds, ${options.waiting} waiting`, ['p50', 'p99', 'largest']);
  report.add([quiet.p50, quiet.p99, quiet.most]);
  report.add([beside.p50, beside.p99, beside.most]);
  judge([
    { name: 'p99 of the lateness (s)', value: quiet.p99, bound: 'most', floor: P99_SECONDS },
    {
      name: 'largest lateness beside a burst of another tenant (s)',
      value: beside.most,
      bound: 'most',
      floor: P99_SECONDS,
    },
    {
      name: 'per cent of one core at rest that the waiting add, with Postgres',
      value: atRest,
      bound: 'most',
      floor: CORE_PERCENT,
    },
  ]);

  /** Per cent of one core that the worker and Postgres take. */
  async function measureRest(pid: number): Promise<number> {
    const cpu = CpuTime.start();
    await delay(options.rest * 1_000);
    const took = [...cpu.since(new Map([[pid, 'crm']]))].reduce((sum, [, one]) => sum + one, 0);
    return took / options.rest / 10;
  }

  /** Contacts of a tenant are due one after another. */
  async function measureLateness(tenantId: string) {
    const journey = await addWaitingJourney(crm, tenantId, 1, year);
    await addInside(
      crm,
      tenantId,
      journey,
      options.due,
      `now() + interval '8 seconds' + random() * interval '${options.spread} seconds'`,
    );
    const due = await crm.admin.query<{ id: string; at: Date }>(
      'select id, due_at as at from enrollment where tenant_id = $1 and journey_id = $2',
      [tenantId, journey],
    );
    const dueAt = new Map(due.rows.map(({ id, at }) => [id, at.getTime()]));
    for (;;) {
      await delay(500);
      const done = await crm.admin.query<{ id: string; at: Date }>(
        `select s.enrollment_id as id, s.at from enrollment_step s join enrollment e on e.id = s.enrollment_id
          where s.tenant_id = $1 and e.journey_id = $2`,
        [tenantId, journey],
      );
      if (done.rows.length < options.due) continue;
      const late = done.rows.map(({ id, at }) => (at.getTime() - dueAt.get(id)!) / 1_000).toSorted((a, b) => a - b);
      const at = (share: number) => late[Math.min(late.length - 1, Math.floor(late.length * share))]!;
      return { p50: at(0.5), p99: at(0.99), most: late.at(-1)! };
    }
  }
});
