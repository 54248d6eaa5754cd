import { SessionIssuer } from '../support/bench-session.js';
import { contactLoad } from '../support/contact-creation.js';
import { Crm } from '../support/crm.js';
import { fillTimelines } from '../support/full-timelines.js';
import type { GrowthPath } from '../support/growth.js';
import { LoadGenerator } from '../support/load.js';
import { addContacts } from '../support/many-contacts.js';

/** `contacts-create` of a tenant without contacts, and of one with all of them. */
export const contactsCreate: GrowthPath = {
  units: 'contacts',
  async start(services, cleanup, { rows, connections }) {
    const crm = cleanup.add(await Crm.prepare(services));
    const issuer = cleanup.add(await SessionIssuer.start(services));
    const tenants = [await crm.addTenant(), await crm.addTenant()] as const;
    const loads = [await contactLoad(issuer, tenants[0]), await contactLoad(issuer, tenants[1])] as const;
    await addContacts(crm, tenants[1], rows);
    await fillTimelines(crm, tenants[1]);
    const app = cleanup.add(await crm.start({ ...issuer.environment, ROLE: 'api' }));
    const generator = cleanup.add(await LoadGenerator.start());
    const expected: [number, number] = [0, rows];
    return {
      admin: crm.admin,
      async measure(tenant, forSeconds) {
        const { requests, perSecond } = await generator.run({
          ...loads[tenant],
          port: app.port,
          connections,
          seconds: forSeconds,
        });
        expected[tenant] += requests;
        return { units: requests, seconds: requests / perSecond };
      },
      async check() {
        for (const [index, { id }] of tenants.entries()) {
          const sql = 'select count(*)::int as count from contact where tenant_id = $1';
          const count = (await crm.admin.query<{ count: number }>(sql, [id])).rows[0]?.count;
          if (count !== expected[index]) throw new Error(`${count} contacts are there in place of ${expected[index]}`);
        }
      },
    };
  },
};
