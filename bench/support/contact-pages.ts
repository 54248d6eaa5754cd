import type { KeysetPosition } from '#libs/core/persistence';
import { toContactFilter, type ContactFilters } from '../../apps/crm/src/contact-list/dto/contact-list.query.js';
import type { ResolvedFilter } from '../../apps/crm/src/contact-list/contact-filter.js';
import { filteredCursors } from '../../apps/crm/src/filtered-cursors.js';
import { ContactStatements } from '../limits/contact-statements.js';
import type { Cleanup } from './bench.js';
import { SessionIssuer } from './bench-session.js';
import { Crm } from './crm.js';
import { LoadGenerator } from './load.js';
import { addContacts, sealContacts } from './many-contacts.js';
import { startServices } from './services.js';

/** A page of contacts, as the API and as the statements ask for it. */
export interface AskedPage {
  name: string;
  query: ContactFilters;
  filter: ResolvedFilter;
  after?: KeysetPosition;
}

export interface PageBench {
  statements: ContactStatements;
  /** The medians in milliseconds: through the API, and of the statements alone. */
  measure(page: AskedPage): Promise<[number, number]>;
}

/** The most that the configuration takes, and more than a run asks for in a minute. */
const NO_LIMIT = { AUTH_CALLS_PER_MINUTE: '1000000' };

/** Starts the CRM with so many contacts in one tenant. */
export async function startPageBench(
  cleanup: Cleanup,
  options: { contacts: number; limit: number; seconds: number },
): Promise<PageBench> {
  const { contacts, limit, seconds } = options;
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const tenant = await crm.addTenant();
  const cipher = await crm.addKey(tenant);
  await addContacts(crm, tenant, contacts);
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const app = cleanup.add(await crm.start({ ...issuer.environment, ...NO_LIMIT }));
  const token = await issuer.session(tenant);
  const generator = cleanup.add(await LoadGenerator.start());
  const statements = cleanup.add(await ContactStatements.connect(crm, tenant.id, limit));

  const measure = async ({ query, filter, after }: AskedPage): Promise<[number, number]> => {
    await sealContacts(crm, tenant.id, cipher, await statements.idsOf(filter, after));
    const cursor = filteredCursors(crm.secrets, 'crm.contacts', tenant.id, toContactFilter(query)).seal(after ?? null);
    const parameters = new URLSearchParams({ ...query, limite: String(limit), ...(cursor && { cursor }) });
    const throughApi = (forSeconds: number) =>
      generator.run({
        port: app.port,
        method: 'GET',
        path: `/v1/contatos?${parameters.toString()}`,
        headers: { Authorization: `Bearer ${token}` },
        connections: 1,
        seconds: forSeconds,
        expectedStatus: 200,
      });
    await throughApi(1);
    const { p50 } = await throughApi(seconds);
    return [p50, await statements.p50(seconds, filter, after)];
  };
  return { statements, measure };
}
