import { fillLeads } from '../support/full-forms.js';
import type { GrowthPath } from '../support/growth.js';
import { LoadGenerator } from '../support/load.js';
import { Pages } from '../support/pages.js';
import { addForm, ORIGIN, snippetLoad, startSubmitting } from '../support/submissions.js';

/** `lead-submit` by the snippet, of a form that nobody has sent, and of one with all leads of its tenant. */
export const leadSubmit: GrowthPath = {
  units: 'submissions',
  async start(services, cleanup, { rows, connections }) {
    const pages = cleanup.add(await Pages.prepare(services));
    const tenants = [await pages.addTenant(), await pages.addTenant()] as const;
    const forms = [
      await addForm(pages.admin, tenants[0], ORIGIN),
      await addForm(pages.admin, tenants[1], ORIGIN),
    ] as const;
    await fillLeads(pages, forms[1], rows);
    const app = cleanup.add(await startSubmitting(pages));
    const loads = [await snippetLoad(app, forms[0]), await snippetLoad(app, forms[1])] as const;
    const generator = cleanup.add(await LoadGenerator.start());
    const expected: [number, number] = [0, rows];
    return {
      admin: pages.admin,
      async measure(tenant, forSeconds) {
        const load = { ...loads[tenant], port: app.port, connections, seconds: forSeconds };
        const { requests, perSecond } = await generator.run(load);
        expected[tenant] += requests;
        return { units: requests, seconds: requests / perSecond };
      },
      async check() {
        for (const [index, { id }] of forms.entries()) {
          const sql = 'select count(*)::int as count from lead where form_id = $1';
          const count = (await pages.admin.query<{ count: number }>(sql, [id])).rows[0]?.count;
          if (count !== expected[index]) throw new Error(`${count} leads are there in place of ${expected[index]}`);
        }
      },
    };
  },
};
