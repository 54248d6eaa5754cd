// Creates the roles and databases of all apps on an external Postgres. DATABASE_ADMIN_URL is the URL of its superuser, or of
// a role with CREATEROLE and CREATEDB;
// <DATABASE>_OWNER_PASSWORD, _APP_PASSWORD and _SYSTEM_PASSWORD are the passwords of the roles.
import { setTimeout as delay } from 'node:timers/promises';
import type { RolePasswords } from '#libs/test/embedded';
import { refusingOldPostgres } from '#libs/core/persistence';
import { DATABASES } from './stack/apps.js';
import { ensureDatabases } from './stack/databases.js';

const ATTEMPTS = 30;

function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is not set`);
  process.exit(1);
}

function passwordsOf(database: string): RolePasswords {
  const prefix = database.toUpperCase();
  return {
    owner: variable(`${prefix}_OWNER_PASSWORD`),
    app: variable(`${prefix}_APP_PASSWORD`),
    system: variable(`${prefix}_SYSTEM_PASSWORD`),
  };
}

/** Retries a refused connection: at its first start the image restarts the server once. */
async function whenReachable(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnreachable(error)) throw error;
      await delay(1_000);
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', '57P03'].includes((error as { code?: string }).code ?? '');
}

const adminUrl = variable('DATABASE_ADMIN_URL');
const databases = Object.fromEntries(DATABASES.map((database) => [database, passwordsOf(database)]));
await refusingOldPostgres(async () => {
  await whenReachable(() => ensureDatabases(adminUrl, databases));
  console.log(`Databases are there: ${Object.keys(databases).join(', ')}`);
});
