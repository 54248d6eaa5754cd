// Steps of journeys a second, durable, by one worker. Beside them bare pg that writes the same rows, one transaction a step.
import pg from 'pg';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { Crm } from './support/crm.js';
import { addInside, addWaitingJourney, runSteps } from './support/journeys.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const { rounds, contacts, steps, seconds } = readOptions({ rounds: 3, contacts: 4_000, steps: 5, seconds: 5 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const worker = cleanup.add(await crm.start({ ROLE: 'worker' }));
  void worker;
  const report = new Report('Steps of journeys a second, one worker', ['CRM', 'bare pg', 'ratio']);
  for (let round = 0; round < rounds; round += 1) {
    const ours = await costOf('steps', measureEngine, () => contacts * steps);
    const limit = await measureBare();
    report.add([ours, limit, ours / limit]);
  }
  judge([
    { name: 'CRM / bare pg, a transaction a step', value: report.medians().at(-1) ?? 0, bound: 'least', floor: 1 },
  ]);

  async function measureEngine(): Promise<number> {
    const tenant = await crm.addTenant();
    const work = await runSteps(crm, tenant.id, { contacts, steps, isAlone: true });
    return work.units / work.seconds;
  }

  async function measureBare(): Promise<number> {
    const tenant = await crm.addTenant();
    const journey = await addWaitingJourney(crm, tenant.id, steps);
    await addInside(crm, tenant.id, journey, contacts, `now() + interval '1 year'`);
    await crm.checkpoint();
    const { rows } = await crm.admin.query<{ id: string }>('select id from enrollment where tenant_id = $1', [
      tenant.id,
    ]);
    const client = new pg.Client({ connectionString: crm.databaseUrl });
    await client.connect();
    let count = 0;
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      const { id } = rows[count % rows.length]!;
      await writeStep(client, tenant.id, journey, id, Math.floor(count / rows.length) + 1);
      count += 1;
    }
    await client.end();
    return count / seconds;
  }
});

/** The rows of one step, as the engine writes them for many. */
async function writeStep(
  client: pg.Client,
  tenantId: string,
  journeyId: string,
  id: string,
  seq: number,
): Promise<void> {
  await client.query('begin');
  await client.query('select from enrollment where tenant_id = $1 and id = $2 for update', [tenantId, id]);
  await client.query(
    `insert into enrollment_step (tenant_id, enrollment_id, seq, step, outcome, at, detail)
     values ($1, $2, $3, 1, 'waits', now(), '{"until": "2026-11-27T12:00:00.000Z"}')`,
    [tenantId, id, seq],
  );
  await client.query(
    `update enrollment set step = 2, seq = $3, due_at = due_at + interval '1 millisecond' where tenant_id = $1 and id = $2`,
    [tenantId, id, seq],
  );
  await client.query(
    `insert into journey_count as known (tenant_id, journey_id, version, step, day, entered, departed)
     values ($1, $2, 1, 1, current_date, 1, 1)
     on conflict on constraint journey_count__pk do update set entered = known.entered + 1, departed = known.departed + 1`,
    [tenantId, journeyId],
  );
  await client.query('commit');
}
