import { existsSync } from 'node:fs';
import { resolve, join } from 'node:path';
import { APPS_WITH_DATABASE } from './apps.js';
import { databaseUrls } from './databases.js';
import { readDevFile } from './read-dev-file.js';
import { loadSecrets } from './secrets.js';

const VARIABLES = { owner: 'DATABASE_OWNER_URL', system: 'DATABASE_SYSTEM_URL' } as const;

/**
 * The connection of an app's role: its variable, else that of the running stack.
 * @throws Error that says what to set, if there is neither
 */
export function databaseUrlOf(name: string, role: keyof typeof VARIABLES, env: NodeJS.ProcessEnv): string {
  const given = env[VARIABLES[role]];
  if (given) return given;
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const devFile = join(dataDir, 'dev.json');
  const app = APPS_WITH_DATABASE.find((one) => one.name === name);
  if (!app || !existsSync(devFile)) throw new Error(`Set ${VARIABLES[role]}, or start the stack with npm start`);
  return databaseUrls(readDevFile(devFile).postgres.url, loadSecrets(join(dataDir, 'secrets.json')), app)[role];
}
