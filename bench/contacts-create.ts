// Contacts made by sessions, per second: sealed, with timeline, audit entry and event. Beside them a bare node:http server
// that writes the same rows, one transaction a request.
import { randomBytes } from 'node:crypto';
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { contactLoad } from './support/contact-creation.js';
import { Crm } from './support/crm.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator, type LoadResult } from './support/load.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, 'limit-connections': 8 });
/** The sizes of what the CRM seals: a nonce and a tag beside the text. */
const SEAL = 28;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const [tenant, limitTenant] = [await crm.addTenant(), await crm.addTenant()];
  const load = await contactLoad(issuer, tenant);
  const app = cleanup.add(await crm.start({ ...issuer.environment, ROLE: 'api' }));
  const bare = cleanup.add(await HelperProcess.start('./limits/contact-server.js', import.meta.url));
  const sealed = (bytes: number) => randomBytes(SEAL + bytes).toString('base64');
  const barePort = await bare.ask<number>('listen', {
    databaseUrl: crm.databaseUrl,
    connections: options['limit-connections'],
    tenantId: limitTenant.id,
    sealed: {
      key: sealed(32),
      email: sealed(28),
      phone: sealed(14),
      activity: sealed(32),
      event: { id: '', to: 'platform', type: 'crm.contacts.changed', occurredAt: '', sealed: sealed(100) },
    },
  });
  const generator = cleanup.add(await LoadGenerator.start());
  const accepted = { crm: 0, limit: 0 };

  const measure = async (way: keyof typeof accepted, seconds: number): Promise<LoadResult> => {
    await crm.checkpoint();
    const port = way === 'crm' ? app.port : barePort;
    const result = await generator.run({ ...load, port, connections: options.connections, seconds });
    accepted[way] += result.requests;
    return result;
  };

  const report = new Report(`POST /v1/contatos, ${options.connections} connections, per second`, [
    'CRM',
    'p50 ms',
    'p99 ms',
    'bare server',
    'p50 ms',
    'p99 ms',
    'ratio',
  ]);
  // Until the compiler has seen enough of it, the CRM needs twice as long for a contact.
  await measure('crm', 2 * options.seconds);
  await measure('limit', options.seconds);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await measure('crm', options.seconds);
    const limit = await measure('limit', options.seconds);
    const figures = [ours, limit].flatMap(({ perSecond, p50, p99 }) => [perSecond, p50, p99]);
    report.add([...figures, ours.perSecond / limit.perSecond]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  await assertKept();
  judge([{ name: 'CRM / bare server, the same rows', value: ratio, bound: 'least', floor: 1 }]);

  /** @throws Error unless every contact that was answered is there with all of its rows, and no other */
  async function assertKept(): Promise<void> {
    for (const [tenantId, count] of [
      [tenant.id, accepted.crm],
      [limitTenant.id, accepted.limit],
    ] as const) {
      const { rows } = await crm.admin.query(
        `select (select count(*)::int from contact where tenant_id = $1) as contacts,
                (select count(*)::int from contact_identifier where tenant_id = $1) as identifiers,
                (select count(*)::int from activity where tenant_id = $1) as activities,
                (select count(*)::int from audit_entry where tenant_id = $1) as entries`,
        [tenantId],
      );
      const expected = { contacts: count, identifiers: 2 * count, activities: count, entries: count };
      const found = JSON.stringify(rows[0]);
      if (found !== JSON.stringify(expected)) throw new Error(`Found ${found} instead of ${JSON.stringify(expected)}`);
    }
    console.log(`\n${accepted.crm + accepted.limit} contacts were answered, and each is there`);
  }
});
