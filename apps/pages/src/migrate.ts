import { isMain, loadConfig, MigrationConfig } from '#libs/core/config';
import { createDataSource, refusingOldPostgres, runMigrations } from '#libs/core/persistence';
import { ensureTrafficPartitions } from '#libs/sites/traffic';
import { migrations } from '../migrations/index.js';

/** Brings the database of Pages up to date: the schema, and the partitions of the coming days. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations(ownerUrl, migrations);
  const owner = await createDataSource({ url: ownerUrl, poolSize: 1, applicationName: 'migrate' }).initialize();
  try {
    await ensureTrafficPartitions(owner.manager, new Date());
  } finally {
    await owner.destroy();
  }
}

if (isMain(import.meta.url)) await refusingOldPostgres(() => migrate(loadConfig(MigrationConfig).databaseOwnerUrl));
