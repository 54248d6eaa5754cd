import { ensureDatabase, ensureRoles, roleNames, urlFor, withClient, type RolePasswords } from '#libs/test/embedded';
import { assertPostgresVersion } from '#libs/core/persistence';
import { DATABASES, type AppWithDatabase } from './apps.js';
import type { Secrets } from './secrets.js';

/** The connection URLs of the three roles of a database. */
export interface DatabaseUrls {
  owner: string;
  app: string;
  system: string;
}

/**
 * Creates the roles and databases of all apps. Of existing ones only the passwords are set. The URL is that of a superuser,
 * or of a role with CREATEROLE and CREATEDB, as managed services give it.
 * @throws OldPostgresError before anything is made
 */
export async function ensureDatabases(adminUrl: string, passwords: Record<string, RolePasswords>): Promise<void> {
  await withClient(adminUrl, (client) => assertPostgresVersion((sql) => client.query(sql)));
  for (const name of DATABASES) {
    const roles = await ensureRoles(adminUrl, name, passwords[name]!);
    await ensureDatabase(adminUrl, name, roles);
  }
}

export function databaseUrls(adminUrl: string, secrets: Secrets, app: AppWithDatabase): DatabaseUrls {
  const roles = roleNames(app.database);
  const passwords = secrets.databases[app.database]!;
  return {
    owner: urlFor(adminUrl, roles.owner, passwords.owner, app.database),
    app: urlFor(adminUrl, roles.app, passwords.app, app.database),
    system: urlFor(adminUrl, roles.system, passwords.system, app.database),
  };
}
