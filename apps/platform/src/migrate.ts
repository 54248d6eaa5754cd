import { isMain, loadConfig, MigrationConfig } from '#libs/core/config';
import { createDataSource, ensureMonthlyPartitions, refusingOldPostgres, runMigrations } from '#libs/core/persistence';
import { migrations } from '../migrations/index.js';
import { MONTHLY_SERIES } from './maintenance/monthly-series.js';

/** Brings the platform database up to date: the schema, and the partitions of the coming months. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations(ownerUrl, migrations);
  const owner = await createDataSource({ url: ownerUrl, poolSize: 1, applicationName: 'migrate' }).initialize();
  try {
    for (const series of MONTHLY_SERIES) await ensureMonthlyPartitions(owner.manager, series, new Date());
  } finally {
    await owner.destroy();
  }
}

if (isMain(import.meta.url)) await refusingOldPostgres(() => migrate(loadConfig(MigrationConfig).databaseOwnerUrl));
