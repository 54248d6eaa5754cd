import { EventStoreConfig, isMain, loadConfig, MigrationConfig } from '#libs/core/config';
import { createDataSource, refusingOldPostgres, runMigrations } from '#libs/core/persistence';
import { ensureTrafficPartitions, migrateClickHouse } from '#libs/sites/traffic';
import { migrations } from '../migrations/index.js';

/** Brings the database of Pages up to date: the schema, the partitions of the coming days, and ClickHouse if there is one. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations(ownerUrl, migrations);
  const owner = await createDataSource({ url: ownerUrl, poolSize: 1, applicationName: 'migrate' }).initialize();
  try {
    await ensureTrafficPartitions(owner.manager, new Date());
  } finally {
    await owner.destroy();
  }
  const { clickhouseUrl } = loadConfig(EventStoreConfig);
  if (clickhouseUrl) await migrateClickHouse(clickhouseUrl);
}

if (isMain(import.meta.url)) await refusingOldPostgres(() => migrate(loadConfig(MigrationConfig).databaseOwnerUrl));
