import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, roleNames, startPostgres, urlFor, withClient, type EmbeddedPostgres } from '#libs/test/embedded';
import { recordAudit } from '#libs/core/audit';
import { holdQueues } from '#libs/core/jobs';
import { assertPostgresVersion } from '#libs/core/persistence';
import { migrate as migrateCrm } from '../../apps/crm/src/migrate.js';
import { migrate as migrateIdentity } from '../../apps/identity/src/migrate.js';
import { migrate as migrateMail } from '../../apps/mail/src/migrate.js';
import { migrate as migratePages } from '../../apps/pages/src/migrate.js';
import { migrate as migratePlatform } from '../../apps/platform/src/migrate.js';
import { actAsSystem } from '../../scripts/backup/dump.js';
import { assertSuperuser } from '../../scripts/backup/place.js';
import { ensureDatabases } from '../../scripts/stack/databases.js';

const MIGRATIONS: Record<string, (ownerUrl: string) => Promise<unknown>> = {
  identity: migrateIdentity,
  platform: migratePlatform,
  mail: migrateMail,
  pages: migratePages,
  crm: migrateCrm,
};
const PASSWORDS = { owner: 'o', app: 'a', system: 's' };
const passwordsOf = (passwords: typeof PASSWORDS) =>
  Object.fromEntries(Object.keys(MIGRATIONS).map((name) => [name, passwords]));

let root: string;
let server: EmbeddedPostgres;
/** Address of a role as a managed service gives it: neither a superuser nor allowed to make one. */
let cloudUrl: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'managed-'));
  server = await startPostgres({
    dataDir: join(root, 'postgres'),
    port: await freePort(),
    password: 'of-the-service',
    settings: { fsync: 'off', shared_buffers: '32MB' },
  });
  await withClient(server.url, (client) =>
    client.query(`create role cloudadmin login createrole createdb password 'x'`),
  );
  cloudUrl = urlFor(server.url, 'cloudadmin', 'x', 'postgres');
  await ensureDatabases(cloudUrl, passwordsOf(PASSWORDS));
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const ownerUrl = (name: string) => urlFor(server.url, roleNames(name).owner, PASSWORDS.owner, name);
const appUrl = (name: string, password = PASSWORDS.app) => urlFor(server.url, roleNames(name).app, password, name);
const one = async (url: string, sql: string): Promise<Record<string, unknown> | undefined> =>
  (await withClient(url, (client) => client.query<Record<string, unknown>>(sql))).rows[0];

describe('a managed Postgres, whose role has CREATEROLE and CREATEDB alone', () => {
  it('gets roles that may no more than they need', async () => {
    const sql = `select count(*)::int as roles, bool_or(rolsuper or rolcreatedb or rolcreaterole or rolbypassrls) as more
                   from pg_roles where rolname ~ '^(identity|platform|mail|pages|crm)_'`;
    expect(await one(server.url, sql)).toEqual({ roles: 15, more: false });
  });

  it.each(Object.keys(MIGRATIONS))('is migrated by the owner, and open to the app: %s', async (name) => {
    await MIGRATIONS[name]!(ownerUrl(name));
    expect(await one(appUrl(name), 'select current_database() as name')).toEqual({ name });
    const closed = Object.keys(MIGRATIONS).find((other) => other !== name)!;
    await expect(one(appUrl(name).replace(/\/[^/]*$/, `/${closed}`), 'select 1')).rejects.toThrow('permission denied');
  });

  it('puts its queues on hold after a restore, by that role', async () => {
    await withClient(urlFor(cloudUrl, 'cloudadmin', 'x', 'crm'), async (client) => {
      const reason = 'Restored by the service';
      await client.query('begin');
      await actAsSystem(client, 'crm');
      const { id } = await holdQueues(client, reason, null);
      await recordAudit(client, { action: 'queue_hold.made', object: { type: 'queue_hold', id }, reason });
      await client.query('commit');
    });
    expect(await one(urlFor(server.url, 'postgres', 'of-the-service', 'crm'), 'select reason from queue_hold')).toEqual(
      { reason: 'Restored by the service' },
    );
  });

  it('is set up again with other passwords', async () => {
    const next = { owner: 'o', app: 'a-new-one', system: 's' };
    await ensureDatabases(cloudUrl, passwordsOf(next));
    await expect(one(appUrl('crm'), 'select 1')).rejects.toThrow('password');
    expect(await one(appUrl('crm', next.app), 'select 1 as is')).toEqual({ is: 1 });
  });

  it('is set up by a superuser, too, who takes away what a role may not have', async () => {
    await withClient(server.url, (client) => client.query('alter role crm_app createdb'));
    await expect(ensureDatabases(cloudUrl, passwordsOf(PASSWORDS))).rejects.toThrow('crm_app may do more');
    await ensureDatabases(server.url, passwordsOf(PASSWORDS));
    expect(await one(server.url, `select rolcreatedb from pg_roles where rolname = 'crm_app'`)).toEqual({
      rolcreatedb: false,
    });
  });

  it('has the backups of its service, and refuses ours with a sentence', async () => {
    const place = {
      adminUrl: cloudUrl,
      passwords: undefined,
      blobs: {},
      forgetRedis: () => false,
      close: async () => undefined,
    };
    await expect(assertSuperuser(place)).rejects.toThrow('needs a superuser of Postgres');
    await expect(assertSuperuser({ ...place, adminUrl: server.url })).resolves.toBeUndefined();
  });
});

describe('the version of Postgres', () => {
  const of = (version: string, major: number) => assertPostgresVersion(async () => ({ rows: [{ version, major }] }));

  it('is refused below 18, in one sentence', async () => {
    await expect(of('15.18 (Debian 15.18-0+deb12u1)', 15)).rejects.toThrow(
      /^Postgres 18 or newer is needed; this is 15\.18$/,
    );
  });

  it.each([18, 19])('is taken from 18 on: %i', async (major) => {
    await expect(of(`${major}.1`, major)).resolves.toBeUndefined();
  });
});
