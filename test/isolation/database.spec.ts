import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TENANTS_SETTING } from '#libs/core/persistence';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { Catalogue, type Table } from '../support/catalogue.js';

const [OWN_TENANT, OTHER_TENANT] = ['acc_0000000000000001', 'acc_0000000000000002'];
const REFUSED = '42501';

/** Tables without a tenant of which an app's own role may do something, and what. */
const WITHOUT_TENANT: Record<string, Record<string, string[]>> = {
  platform: {},
  // Which credentials changed, and nothing of what they are.
  identity: { view_change: ['insert'] },
  mail: {},
  // Random ids of batches of events that are counted.
  pages: { collected: ['select', 'insert'] },
  crm: {},
};

/** Tables that are a tenant themselves: their id is what elsewhere is `tenant_id`. */
const TENANTS: Record<string, string[]> = { identity: ['tenant'] };

describe.each(Object.keys(WITHOUT_TENANT))('the database of %s', (app) => {
  const [ownRole, systemRole] = [`${app}_app`, `${app}_system`];
  let database: TestDatabase;
  let catalogue: Catalogue;
  let tables: Table[];
  let ofTenants: Table[];
  let tenants: Table[];
  let own: pg.Client;
  let system: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase(app);
    catalogue = new Catalogue(database.adminUrl);
    tables = await catalogue.tables();
    ofTenants = tables.filter(({ hasTenant, isPartition }) => hasTenant && !isPartition);
    tenants = tables.filter(({ name }) => TENANTS[app]?.includes(name));
    await catalogue.populate([...ofTenants, ...tenants], [OWN_TENANT, OTHER_TENANT]);
    own = new pg.Client({ connectionString: database.url });
    system = new pg.Client({ connectionString: database.systemUrl });
    await Promise.all([own.connect(), system.connect()]);
  });

  afterAll(async () => {
    await Promise.all([own?.end(), system?.end(), catalogue?.close()]);
    await database?.drop();
  });

  /** Runs one statement in a transaction that leaves nothing behind; gives the rows or the SQLSTATE. */
  async function attempt(client: pg.Client, setting: string, text: string): Promise<number | string | undefined> {
    await client.query('begin');
    try {
      await client.query(`select set_config('${TENANTS_SETTING}', $1, true)`, [setting]);
      return (await client.query(text)).rowCount ?? undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.query('rollback');
    }
  }

  it('has row-level security on every table with tenant data, also for its owner', () => {
    expect(ofTenants.length).toBeGreaterThan(1);
    const bare = [...ofTenants, ...tenants].filter(({ isSecured, policies }) => !isSecured || policies === 0);
    expect(bare).toEqual([]);
  });

  it('denies access to partitions, which would bypass the policies', async () => {
    for (const { name } of tables.filter(({ isPartition }) => isPartition)) {
      expect(await catalogue.allowedVerbs(ownRole, name), name).toEqual([]);
      expect(await catalogue.allowedVerbs(systemRole, name), name).toEqual([]);
    }
  });

  it('gives its app only the listed tables without a tenant', async () => {
    for (const { name } of tables.filter(({ hasTenant }) => !hasTenant)) {
      if (TENANTS[app]?.includes(name)) continue;
      expect(await catalogue.allowedVerbs(ownRole, name), name).toEqual(WITHOUT_TENANT[app]?.[name] ?? []);
    }
  });

  it('has roles that own nothing, make nothing and bypass nothing', async () => {
    for (const role of [ownRole, systemRole]) {
      expect(await catalogue.role(role), role).toEqual({ superuser: false, bypasses: false, memberOf: [] });
      expect(await catalogue.mayCreate(role), role).toBe(false);
    }
    expect(new Set(tables.map(({ owner }) => owner))).toEqual(new Set([`${app}_owner`]));
  });

  it('shows a connection without a tenant no row, and lets it change none', async () => {
    for (const { name } of ofTenants) {
      for (const text of [`select from ${name}`, `delete from ${name}`, `update ${name} set tenant_id = tenant_id`]) {
        expect([0, REFUSED], text).toContain(await attempt(own, '', text));
      }
    }
    for (const { name } of [...ofTenants, ...tenants]) {
      expect(await attempt(own, '', `select from ${name}`), name).toBe(0);
    }
  });

  it('shows a tenant its own rows alone', async () => {
    for (const { name } of ofTenants) {
      expect(await attempt(own, OWN_TENANT, `select from ${name}`), name).toBe(1);
      expect(await attempt(own, OWN_TENANT, `select from ${name} where tenant_id = '${OTHER_TENANT}'`), name).toBe(0);
      expect(await attempt(own, `${OWN_TENANT},${OTHER_TENANT}`, `select from ${name}`), name).toBe(2);
    }
  });

  it('rejects rows of another tenant or of none', async () => {
    for (const { name } of ofTenants) {
      const columns = await catalogue.writableColumns(name);
      const into = `insert into ${name} (${columns.join(', ')}) select ${columns.map((one) => `made.${one}`).join(', ')}`;
      const copy = `${into} from ${name} t, jsonb_populate_record(t, '{"tenant_id": "${OTHER_TENANT}"}') made`;
      expect(await attempt(own, OWN_TENANT, copy), name).toBe(REFUSED);
      const move = `update ${name} set tenant_id = '${OTHER_TENANT}'`;
      expect([0, REFUSED], name).toContain(await attempt(own, OWN_TENANT, move));
      const fromNothing = `${into} from jsonb_populate_record(null::${name}, '{"tenant_id": "${OWN_TENANT}"}') made`;
      expect(await attempt(own, '', fromNothing), name).toBe(REFUSED);
    }
  });

  it('accepts no tenant setting that looks like several tenants', async () => {
    for (const text of [`${OTHER_TENANT} `, `{${OTHER_TENANT}}`, '%', '*', `'${OTHER_TENANT}'`, 'null']) {
      for (const { name } of ofTenants) expect(await attempt(own, text, `select from ${name}`), text).toBe(0);
    }
  });

  it('opens to the system role what is written down, and nothing else', async () => {
    const access: Record<string, string> = {};
    for (const { name, isPartition } of tables) {
      const verbs = isPartition ? [] : await catalogue.allowedVerbs(systemRole, name);
      const columns = isPartition ? {} : await catalogue.allowedColumns(systemRole, name);
      const told = verbs.map((verb) => (columns[verb] ? `${verb} (${columns[verb].join(', ')})` : verb));
      if (told.length > 0) access[name] = told.join(', ');
      for (const [n, policy] of (await catalogue.policies(systemRole, name)).entries()) {
        access[`${name}, policy ${n + 1}`] = policy;
      }
    }
    await expect(`${JSON.stringify(access, undefined, 2)}\n`).toMatchFileSnapshot(`system-access.${app}.json`);
  });

  it('shows the system role of other tables no row', async () => {
    for (const { name } of ofTenants) {
      const verbs = await catalogue.allowedVerbs(systemRole, name);
      const seen = await attempt(system, '', `select from ${name}`);
      if (!verbs.includes('select')) expect(seen, name).toBe(REFUSED);
      // The setting is for the app's role; for this one it opens nothing.
      expect(await attempt(system, `${OWN_TENANT},${OTHER_TENANT}`, `select from ${name}`), name).toBe(seen);
    }
  });
});
