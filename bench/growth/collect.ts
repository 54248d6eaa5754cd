import { newId } from '#libs/core/persistence';
import { collectLoad, startCollector, untilCounted } from '../support/collecting.js';
import { eventBatches } from '../support/event-batches.js';
import type { GrowthPath } from '../support/growth.js';
import { LoadGenerator } from '../support/load.js';
import { Pages } from '../support/pages.js';
import { PAGE, writeTraffic } from '../support/traffic-history.js';

const BATCH = 20;
const VISITORS = 500;
const DAYS = 30;

/** `collect` of a tenant whose pages nobody has seen, and of one with events and totals; until its events are counted. */
export const collect: GrowthPath = {
  units: 'events',
  async start(services, cleanup, { rows, connections }) {
    const pages = cleanup.add(await Pages.prepare(services));
    const [empty, full] = [(await pages.addTenant()).id, (await pages.addTenant()).id];
    // The events of its last day have a row each, those of the thirty days before are in totals.
    await writeTraffic(pages.admin, { tenantIds: [full], events: rows * DAYS, days: DAYS });
    const batches = eventBatches(VISITORS, BATCH);
    const loads = [
      collectLoad({ tenantId: empty, pageId: newId('pag') }, batches),
      collectLoad({ tenantId: full, pageId: PAGE }, batches),
    ] as const;
    const app = cleanup.add(await startCollector(pages));
    const generator = cleanup.add(await LoadGenerator.start());
    return {
      admin: pages.admin,
      async measure(tenant, forSeconds) {
        const started = performance.now();
        const load = { ...loads[tenant], port: app.port, connections, seconds: forSeconds };
        const { requests } = await generator.run(load);
        await untilCounted(app);
        return { units: requests * BATCH, seconds: (performance.now() - started) / 1_000 };
      },
    };
  },
};
