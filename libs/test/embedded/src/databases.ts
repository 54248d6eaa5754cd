import pg from 'pg';

/** The three login roles of an app: owner of the tables (migrations), the app itself, and the narrow system role. */
export interface AppRoleNames {
  owner: string;
  app: string;
  system: string;
}

export type RolePasswords = Record<keyof AppRoleNames, string>;

export function roleNames(app: string): AppRoleNames {
  return { owner: `${app}_owner`, app: `${app}_app`, system: `${app}_system` };
}

/** Opens a connection for `work` and always closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the roles `<app>_owner`, `<app>_app` and `<app>_system`, or sets their passwords if they exist. None is a
 * superuser or has BYPASSRLS. The app is a role of its own because row-level security does not bind an owner of tables.
 * The URL is that of a superuser, or of a role with CREATEROLE and CREATEDB.
 * @throws Error if a role exists that may more, and this one may not take that from it
 */
export async function ensureRoles(adminUrl: string, app: string, passwords: RolePasswords): Promise<AppRoleNames> {
  const names = roleNames(app);
  await withClient(adminUrl, async (client) => {
    for (const kind of ['owner', 'app', 'system'] as const) await ensureRole(client, names[kind], passwords[kind]);
  });
  return names;
}

async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<{ mayMore: boolean }>(FIND_ROLE, [name]);
  const [known] = rows;
  const secret = `login password ${client.escapeLiteral(password)}`;
  // What a new role may not do is the default, and only a superuser may say it.
  if (!known) await client.query(`create role ${role} ${secret}`);
  else if (known.mayMore && !(await isSuperuser(client)))
    throw new Error(`${name} may do more than it should: ${TAKE_AWAY}`);
  else await client.query(`alter role ${role} with ${known.mayMore ? TAKE_AWAY : ''} ${secret}`);
}

const FIND_ROLE = `
  select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "mayMore"
    from pg_roles where rolname = $1`;

const TAKE_AWAY = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/** Whether the role of a connection is a superuser. */
export async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  return rows[0]?.rolsuper === true;
}

/** Creates the database if it is missing, owned by the app's owner role and closed to other roles. */
export async function ensureDatabase(adminUrl: string, name: string, roles: AppRoleNames): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const owner = client.escapeIdentifier(roles.owner);
    // To give it a database, another role must be able to become it.
    if (!(await isSuperuser(client))) {
      const system = client.escapeIdentifier(roles.system);
      await client.query(`grant ${owner}, ${system} to current_user with inherit true, set true`);
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)} owner ${owner}`);
    await grantConnect(client, name, roles);
  });
}

/** Lets only the app's own roles connect to its database. */
export async function grantConnect(client: pg.Client, database: string, roles: AppRoleNames): Promise<void> {
  const name = client.escapeIdentifier(database);
  const allowed = [roles.owner, roles.app, roles.system].map((role) => client.escapeIdentifier(role)).join(', ');
  await client.query(
    `revoke all on database ${name} from public; grant connect, temporary on database ${name} to ${allowed}`,
  );
}

/** URL of the same server with another role and database. */
export function urlFor(adminUrl: string, user: string, password: string, database: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  url.pathname = `/${database}`;
  return url.href;
}
