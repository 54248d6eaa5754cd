import { fillPlatform } from './full-platform.js';
import type { GrowthPath } from './growth.js';
import { type Load, LoadGenerator } from './load.js';
import { type BenchTenant, Platform } from './platform.js';

interface Acceptance {
  loadOf(tenant: BenchTenant): Omit<Load, 'port' | 'connections' | 'seconds'>;
  /** E-mails of a call. */
  size: number;
  /** Default: those of the bench. */
  connections?: number;
}

/** The growth of a call that accepts e-mails, by the api of Platform. */
export function acceptanceGrowth({ loadOf, size, connections }: Acceptance): GrowthPath {
  return {
    units: 'e-mails',
    async start(services, cleanup, options) {
      const platform = cleanup.add(await Platform.prepare(services));
      const tenants = [await platform.addTenant(), await platform.addTenant()] as const;
      await fillPlatform(platform, tenants[1], options.rows);
      const app = cleanup.add(await platform.start('api'));
      const generator = cleanup.add(await LoadGenerator.start());
      const loads = tenants.map((tenant) => ({ ...loadOf(tenant), port: app.port }));
      let accepted = 0;
      return {
        admin: platform.admin,
        async measure(tenant, seconds) {
          const load = { ...loads[tenant]!, connections: connections ?? options.connections, seconds };
          const { requests, perSecond } = await generator.run(load);
          accepted += requests * size;
          return { units: requests * size, seconds: requests / perSecond };
        },
        async check() {
          const { rows } = await platform.admin.query<{ count: number }>(
            `select count(*)::int from message where status = 'queued'`,
          );
          if (rows[0]?.count !== accepted) throw new Error(`${accepted} were accepted, ${rows[0]?.count} are there`);
        },
      };
    },
  };
}
