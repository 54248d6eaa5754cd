// Submissions of visitors per second, each of which is a lead in Postgres when it is answered: by the snippet and by a
// published page. Beside them a bare node:http server that writes the same rows, one transaction a request, and one that writes them
// without the event and the session by which the runtime counts a lead as a conversion.
import { newId } from '#libs/core/persistence';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator, type Load, type LoadResult } from './support/load.js';
import { metricOf } from './support/metrics.js';
import { readOptions } from './support/options.js';
import { Pages } from './support/pages.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { addForm, browserLoad, ORIGIN, snippetLoad, startSubmitting } from './support/submissions.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, 'limit-connections': 8 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const pages = cleanup.add(await Pages.prepare(services));
  const tenant = await pages.addTenant();
  const form = await addForm(pages.admin, tenant, ORIGIN);
  const [path = ''] = await pages.addPages(tenant, {
    count: 1,
    html: '<!doctype html><title>Oferta</title>',
    formIds: [form.id],
  });
  const app = cleanup.add(await startSubmitting(pages));
  const bare = cleanup.add(await HelperProcess.start('./limits/submit-server.js', import.meta.url));
  const limitForm = { ...form, id: newId('frm') };
  await addForm(pages.admin, tenant, ORIGIN, limitForm);
  const barePort = await bare.ask<number>('listen', {
    databaseUrl: pages.databaseUrl,
    connections: options['limit-connections'],
    forms: [limitForm],
  });
  const generator = cleanup.add(await LoadGenerator.start());

  const json = await snippetLoad(app, form);
  const browser = browserLoad(form);
  /** Leads that must be there at the end, by the form and by the way that they came. */
  const accepted = { snippet: 0, pagina: 0, limit: 0 };

  const measure = async (
    way: keyof typeof accepted,
    load: Omit<Load, 'connections' | 'seconds'>,
    seconds: number,
  ): Promise<LoadResult> => {
    await pages.checkpoint();
    const result = await generator.run({ ...load, connections: options.connections, seconds });
    accepted[way] += result.requests;
    return result;
  };
  const bySnippet = (seconds: number) => measure('snippet', { ...json, port: app.port }, seconds);
  const byPage = (seconds: number) => measure('pagina', { ...browser, port: app.port, path }, seconds);
  const byBareServer = (way: 'counted' | 'uncounted', seconds: number) =>
    measure('limit', { ...json, port: barePort, path: `/${way}/${limitForm.id}` }, seconds);

  const report = new Report(`Submissions, ${options.connections} connections, per second`, [
    'snippet',
    'p50 ms',
    'p99 ms',
    'page',
    'p50 ms',
    'p99 ms',
    'bare server',
    'p50 ms',
    'p99 ms',
    'uncounted',
    'ratio',
    'of page',
    'to uncounted',
    'of page',
  ]);
  await bySnippet(2);
  await byPage(2);
  await byBareServer('counted', 2);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await bySnippet(options.seconds);
    const page = await byPage(options.seconds);
    const limit = await byBareServer('counted', options.seconds);
    const uncounted = await byBareServer('uncounted', options.seconds);
    const figures = [ours, page, limit].flatMap(({ perSecond, p50, p99 }) => [perSecond, p50, p99]);
    const ratios = [limit, uncounted].flatMap((one) => [ours, page].map((way) => way.perSecond / one.perSecond));
    report.add([...figures, uncounted.perSecond, ...ratios]);
  }
  const medians = report.medians();
  await assertKept();
  judge([
    { name: 'runtime, snippet / bare server, the same rows', value: medians.at(-4) ?? 0, bound: 'least', floor: 1.2 },
    { name: 'runtime, page / bare server, the same rows', value: medians.at(-3) ?? 0, bound: 'least', floor: 1.2 },
  ]);

  /** @throws Error unless every accepted submission is one lead in Postgres, with what is to be done for it, and no other is */
  async function assertKept(): Promise<void> {
    const { rows } = await pages.admin.query<Kept>(
      `select case form_id when $1 then 'limit' else source end as way, count(*)::int as leads,
              count(distinct address)::int as visitors, count(distinct external_id)::int as ids,
              count(*) filter (where is_spam)::int as spam
       from lead group by 1 order by 1`,
      [limitForm.id],
    );
    const expected = [
      { way: 'limit', leads: accepted.limit, visitors: accepted.limit, ids: accepted.limit, spam: 0 },
      { way: 'pagina', leads: accepted.pagina, visitors: accepted.pagina, ids: 0, spam: 0 },
      { way: 'snippet', leads: accepted.snippet, visitors: accepted.snippet, ids: accepted.snippet, spam: 0 },
    ];
    assertEqual('leads', rows, expected);
    const all = accepted.snippet + accepted.pagina + accepted.limit;
    const jobs = await pages.admin.query('select kind, count(*)::int as count from outbox group by 1 order by 1');
    assertEqual('jobs', jobs.rows, [
      { kind: 'app-event.deliver', count: all },
      { kind: 'lead.check-email', count: all },
    ]);
    // Else a part of the leads did not pay for its commit.
    assertEqual('bytes in the journal', await metricOf(app.port, 'lead_journal_bytes'), 0);
    const ours = accepted.snippet + accepted.pagina;
    await until(`${ours} conversions`, async () => ours === (await countConversions()));
    console.log(`\n${all} submissions were accepted, and each is a lead; each of the runtime's is a conversion`);
  }

  async function countConversions(): Promise<number> {
    const { rows } = await pages.admin.query<{ count: number }>(
      `select count(*)::int as count from event where kind = 'conversion' and name = $1`,
      [form.id],
    );
    return rows[0]!.count;
  }
});

interface Kept {
  way: string;
  leads: number;
  visitors: number;
  ids: number;
  spam: number;
}

/** @throws Error if they differ */
function assertEqual(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`The ${what} are ${one} instead of ${other}`);
}
