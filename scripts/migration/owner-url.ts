import { existsSync, readFileSync } from 'node:fs';
import { resolve, join } from 'node:path';
import { APPS } from '../stack/apps.js';
import { databaseUrls } from '../stack/databases.js';
import { loadSecrets } from '../stack/secrets.js';

/**
 * The connection of an app's schema owner: DATABASE_OWNER_URL, else that of the running stack.
 * @throws Error that says what to set, if there is neither
 */
export function ownerUrlOf(name: string, env: NodeJS.ProcessEnv): string {
  if (env['DATABASE_OWNER_URL']) return env['DATABASE_OWNER_URL'];
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const devFile = join(dataDir, 'dev.json');
  const app = APPS.find((one) => one.name === name);
  if (!app || !existsSync(devFile)) throw new Error('Set DATABASE_OWNER_URL, or start the stack with npm start');
  const { postgres } = JSON.parse(readFileSync(devFile, 'utf8')) as { postgres: { url: string } };
  return databaseUrls(postgres.url, loadSecrets(join(dataDir, 'secrets.json')), app).owner;
}
