import { pathToFileURL } from 'node:url';
import { loadConfig } from '#libs/config';
import { createDataSource, ensureMonthlyPartitions, runMigrations } from '#libs/persistence';
import { migrations } from '../migrations/index.js';
import { MigrationConfig } from './config.js';
import { FILL_FACTORS, MONTHLY_TABLES } from './maintenance/months.repository.js';

/** Brings the platform database up to date: the schema, and the partitions of the coming months. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations(ownerUrl, migrations);
  const owner = await createDataSource({ url: ownerUrl, poolSize: 1, applicationName: 'migrate' }).initialize();
  try {
    for (const [table, prefix] of Object.entries(MONTHLY_TABLES)) {
      await ensureMonthlyPartitions(owner.manager, table, prefix, new Date(), FILL_FACTORS[table]);
    }
  } finally {
    await owner.destroy();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await migrate(loadConfig(MigrationConfig).databaseOwnerUrl);
}
