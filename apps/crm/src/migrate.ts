import { isMain, loadConfig, MigrationConfig } from '#libs/core/config';
import { refusingOldPostgres, runMigrations } from '#libs/core/persistence';
import { migrations } from '../migrations/index.js';

/** Brings the database of the CRM up to date. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations(ownerUrl, migrations);
}

if (isMain(import.meta.url)) await refusingOldPostgres(() => migrate(loadConfig(MigrationConfig).databaseOwnerUrl));
