// How long the reach of five criteria over a million contacts takes, also while the statistics are those of empty tables; for
// comparison its statement alone.
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { CriteriaStatements } from './limits/criteria-statements.js';
import { Crm } from './support/crm.js';
import { insertContacts } from './support/many-contacts.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { quantile } from './support/statistics.js';

const options = readOptions({ rounds: 3, times: 3, contacts: 1_000_000 });
const MOST = 1.2;
const TABLES = ['contact', 'contact_identifier', 'contact_event_day'];
const NO_LIMIT = { AUTH_CALLS_PER_MINUTE: '1000000' };

const FILL_EVENTS = `
  insert into contact_event_day (tenant_id, contact_id, name, day, n)
  select tenant_id, id, 'email_aberto', current_date - abs(hashtext(id)) % 60, 1
    from contact where tenant_id = $1 and abs(hashtext(id || 'e')) % 3 = 0`;

const CRITERIA = [
  { campo: 'estagio', operador: 'em', valor: ['contatado', 'cliente', 'qualificado'] },
  { campo: 'cidade', operador: 'comeca_com', valor: 'Cidade 1' },
  { campo: 'email_dominio', operador: 'em', valor: ['acme.com.br', 'example.com'] },
  { campo: 'eventos.email_aberto', operador: 'nos_ultimos_dias', valor: 30 },
  { campo: 'criado_em', operador: 'nos_ultimos_dias', valor: 180 },
];

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const tenant = await crm.addTenant();
  const cipher = await crm.addKey(tenant);
  // Statistics of empty tables, which no autovacuum corrects.
  for (const table of TABLES) await crm.admin.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await crm.admin.query(`analyze ${TABLES.join(', ')}`);
  const domains = ['acme.com.br', 'example.com', 'gmail.com', 'outlook.com'].map((name) => cipher.domainIndexOf(name));
  await insertContacts(crm, tenant, options.contacts, domains);
  await crm.admin.query(FILL_EVENTS, [tenant.id]);
  await crm.checkpoint();
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const app = cleanup.add(await crm.start({ ...issuer.environment, ...NO_LIMIT, ROLE: 'api' }));
  const token = await issuer.session(tenant);
  const statements = cleanup.add(await CriteriaStatements.connect(crm, tenant.id, cipher));

  const preview = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${app.port}/v1/segmentos/previa`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ criterios: CRITERIA }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { alcance: number }).alcance;
  };
  /** The medians in milliseconds: through the API, and of the statement alone, in turns. */
  const measure = async (): Promise<[number, number]> => {
    const through: number[] = [];
    const alone: number[] = [];
    for (let n = 0; n < options.times; n += 1) {
      const start = performance.now();
      const reach = await preview();
      through.push(performance.now() - start);
      const counted = await statements.count({ criterios: CRITERIA }, 1);
      if (reach !== counted.reach || reach <= 0) throw new Error(`Counted ${reach}, and ${counted.reach}`);
      alone.push(counted.p50);
    }
    return [quantile(through), quantile(alone)];
  };
  const figuresOf = async (title: string): Promise<number[]> => {
    await measure();
    const report = new Report(`POST /v1/segmentos/previa, five criteria, ${title}, milliseconds`, ['API', 'SQL']);
    for (let round = 0; round < options.rounds; round += 1) report.add(await measure());
    return report.medians();
  };

  const contacts = `${options.contacts.toLocaleString('en-US')} contacts`;
  const [stale, staleSql] = await figuresOf(`${contacts}, statistics of empty tables`);
  await crm.admin.query(`vacuum (analyze) ${TABLES.join(', ')}`);
  const [fresh, freshSql] = await figuresOf(contacts);
  judge([
    { name: 'API over SQL', value: fresh! / freshSql!, bound: 'most', floor: MOST },
    { name: 'API over SQL, statistics of empty tables', value: stale! / staleSql!, bound: 'most', floor: MOST },
    { name: 'stale over fresh statistics', value: stale! / fresh!, bound: 'most', floor: 2 },
  ]);
});
