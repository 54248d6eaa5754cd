import { pathToFileURL } from 'node:url';
import { loadConfig } from '#libs/config';
import { runMigrations } from '#libs/persistence';
import { migrations } from '../migrations/index.js';
import { MigrationConfig } from './config.js';

/** Brings identity's database up to date. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations(ownerUrl, migrations);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await migrate(loadConfig(MigrationConfig).databaseOwnerUrl);
}
