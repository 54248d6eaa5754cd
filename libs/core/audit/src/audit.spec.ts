import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataSource } from 'typeorm';
import { setPrincipal } from '#libs/core/auth';
import { RequestContext, withContext } from '#libs/core/http';
import { createDataSource, Database, type TenantId } from '#libs/core/persistence';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import {
  auditClause,
  auditFields,
  auditValues,
  recordAudit,
  recordAudits,
  runAuditVerify,
  verifyAudit,
  type AuditEvent,
} from './index.js';

const [MINE, THEIRS] = ['acc_0000000000000001', 'acc_0000000000000002'] as const satisfies TenantId[];

let database: TestDatabase;
let admin: pg.Client;
let own: DataSource;
let system: DataSource;
let tenants: Database;

beforeAll(async () => {
  database = await createTestDatabase('platform');
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  own = await createDataSource({ url: database.url, poolSize: 8, applicationName: 'spec' }).initialize();
  system = await createDataSource({ url: database.systemUrl, poolSize: 2, applicationName: 'spec' }).initialize();
  tenants = new Database(own, system);
});
afterAll(async () => {
  await Promise.all([own?.destroy(), system?.destroy(), admin?.end()]);
  await database?.drop();
});
afterEach(() =>
  tampering(`delete from audit_entry`, `update audit_chain set entries = 0, hash = ''`).then(() => undefined),
);

/** Runs SQL as the superuser, without triggers. */
async function tampering(...statements: string[]): Promise<void> {
  await admin.query('set session_replication_role = replica');
  for (const statement of statements) await admin.query(statement);
  await admin.query('set session_replication_role = origin');
}

const record = (tenantId: TenantId, changes: Partial<AuditEvent> = {}) =>
  tenants.tenant(tenantId, (tx) =>
    recordAudit(tx, { action: 'thing.changed', object: { type: 'thing', id: 'x' }, tenantId, ...changes }),
  );

async function entries(): Promise<Record<string, unknown>[]> {
  return (await admin.query('select * from audit_entry order by chain, position')).rows as Record<string, unknown>[];
}

async function idAt(position: number): Promise<string> {
  const { rows } = await admin.query('select id from audit_entry where position = $1', [position]);
  return (rows as { id: string }[])[0]?.id ?? '';
}

describe('an entry', () => {
  it('has the actor, the action, the object, the origin, and the fields before and after', async () => {
    const request = { ip: '192.0.2.7', headers: { 'user-agent': 'Browser' } };
    const context = new RequestContext('req_1', 'POST', '/x', request as never);
    await withContext(context, async () => {
      setPrincipal({ kind: 'key', keyId: 'key_1', scopes: [], environment: 'test', tenant: {} as never });
      await record(MINE, { reason: 'Because', before: { plan: 'a' }, after: { plan: 'b' } });
    });
    expect(await entries()).toMatchObject([
      {
        tenant_id: MINE,
        actor_kind: 'key',
        actor_id: 'key_1',
        action: 'thing.changed',
        object_type: 'thing',
        object_id: 'x',
        reason: 'Because',
        before: { plan: 'a' },
        after: { plan: 'b' },
        ip: '192.0.2.7',
        user_agent: 'Browser',
        request_id: 'req_1',
        position: '1',
        previous_hash: '',
      },
    ]);
  });

  it('commits with the change or not at all', async () => {
    const failing = tenants.tenant(MINE, async (tx) => {
      await recordAudit(tx, { action: 'thing.changed', object: { type: 'thing', id: 'x' }, tenantId: MINE });
      throw new Error('The change failed');
    });
    await expect(failing).rejects.toThrow('The change failed');
    expect(await entries()).toEqual([]);
    await record(MINE);
    expect((await verifyAudit(database.systemUrl)).faults).toEqual([]);
  });

  it('has the named fields only, and a bounded part of each', async () => {
    const endpoint = { url: 'https://example.test', secret: 'whsec_1', events: Array(500).fill('a'), note: undefined };
    await record(MINE, { after: { ...auditFields(endpoint, ['url', 'events', 'note']), text: 'x'.repeat(5_000) } });
    const [entry] = await entries();
    const after = entry?.['after'] as { events: string[]; text: string };
    expect(Object.keys(after).sort()).toEqual(['events', 'text', 'url']);
    expect([after.events.length, after.text.length]).toEqual([100, 1_000]);
  });

  it('is inserted by the statement of the change, if that changes a row', async () => {
    const values = (n: number) =>
      auditValues({ action: 'thing.changed', object: { type: 'thing', id: `${n}` }, after: { n } });
    const change = `with changed as (select $1::int where $1 > 1), audited as (${auditClause('changed', 1)})
      select * from changed`;
    for (const n of [1, 2]) await system.query(change, [n, ...values(n)]);
    expect(await entries()).toMatchObject([{ action: 'thing.changed', object_id: '2', after: { n: 2 } }]);
    expect((await verifyAudit(database.systemUrl)).faults).toEqual([]);
  });

  it('is one of several that a statement inserts, in their order', async () => {
    const events = ['x', 'y', 'z'].map((id, n) => ({
      action: 'thing.changed',
      object: { type: 'thing', id },
      tenantId: MINE,
      ...(n > 0 && { after: { n } }),
    }));
    await tenants.tenant(MINE, async (tx) => {
      await recordAudits(tx, []);
      await recordAudits(tx, events);
    });
    expect(await entries()).toMatchObject([
      { object_id: 'x', position: '1', before: null, after: null },
      { object_id: 'y', position: '2', after: { n: 1 } },
      { object_id: 'z', position: '3', tenant_id: MINE, after: { n: 2 } },
    ]);
    expect((await verifyAudit(database.systemUrl)).faults).toEqual([]);
  });

  it('of another tenant, or of none, is rejected in the transaction of a tenant', async () => {
    const event = { action: 'thing.changed', object: { type: 'thing', id: 'x' } };
    for (const tenantId of [THEIRS, undefined]) {
      await expect(tenants.tenant(MINE, (tx) => recordAudit(tx, { ...event, tenantId }))).rejects.toThrow('row-level');
    }
    await system.transaction((tx) => recordAudit(tx, event));
    expect(await entries()).toMatchObject([{ tenant_id: null, actor_kind: 'system' }]);
  });
});

describe('the log', () => {
  it('lets no role update or delete an entry, not even its owner', async () => {
    await record(MINE);
    for (const statement of [
      'update audit_entry set reason = null',
      'delete from audit_entry',
      'truncate audit_entry',
    ]) {
      await expect(
        tenants.tenant(MINE, (tx) => tx.query(statement)),
        statement,
      ).rejects.toThrow(/denied/);
      await expect(system.query(statement), statement).rejects.toThrow(/denied/);
      await expect(admin.query(statement), statement).rejects.toThrow('The audit log takes entries');
    }
    await expect(tenants.tenant(MINE, (tx) => tx.query('select from audit_chain'))).rejects.toThrow(/denied/);
    await expect(system.query('update audit_chain set entries = 0')).rejects.toThrow(/denied/);
    expect(await entries()).toHaveLength(1);
  });

  it('sets positions and hashes itself, whatever the insert says', async () => {
    await tenants.tenant(MINE, (tx) =>
      tx.query(
        `insert into audit_entry (id, chain, position, previous_hash, hash, occurred_at, tenant_id, actor_kind, action,
                                  object_type, object_id)
         values ('aud_1', 9, 77, 'a', 'b', '2001-01-01', $1, 'system', 'a', 'b', 'c')`,
        [MINE],
      ),
    );
    const [entry] = await entries();
    expect(entry).toMatchObject({ position: '1', previous_hash: '' });
    expect(String(entry?.['occurred_at'])).not.toContain('2001');
    expect((await verifyAudit(database.systemUrl)).faults).toEqual([]);
  });

  it('is intact after concurrent transactions', async () => {
    const tenantIds = Array.from({ length: 20 }, (_, n) => `acc_${n.toString(16).padStart(16, '0')}` as const);
    await Promise.all(tenantIds.flatMap((id) => Array.from({ length: 10 }, () => record(id, { reason: 'é, 🙂' }))));
    const verdict = await verifyAudit(database.systemUrl);
    expect(verdict).toMatchObject({ entries: 200, faults: [] });
    expect(verdict.heads.filter(({ entries: count }) => count > 0).length).toBeGreaterThan(5);
  });
});

describe('verification finds', () => {
  async function fiveEntries(): Promise<void> {
    for (let n = 1; n <= 5; n += 1) await record(MINE, { object: { type: 'thing', id: `${n}` }, after: { n } });
  }
  const faults = async () => (await verifyAudit(database.systemUrl)).faults;

  it.each([
    `reason = 'Another'`,
    `after = '{"n": 4}'`,
    `actor_id = 'usr_x'`,
    `actor_id = ''`,
    `occurred_at = occurred_at + interval '1 millisecond'`,
    `tenant_id = '${THEIRS}'`,
    `object_type = 'thing1', object_id = ''`,
  ])('an entry that was altered (%s)', async (change) => {
    await fiveEntries();
    await tampering(`update audit_entry set ${change} where position = 3`);
    expect(await faults()).toMatchObject([{ position: 3, id: await idAt(3), kind: 'altered' }]);
  });

  it('an entry that is missing, at the start, within and at the end', async () => {
    await fiveEntries();
    await tampering('delete from audit_entry where position in (1, 3, 5)');
    expect(await faults()).toMatchObject([1, 3, 5].map((position) => ({ position, id: null, kind: 'missing' })));
  });

  it('an entry at the position of another', async () => {
    await fiveEntries();
    await tampering(
      `update audit_entry set position = -position where position in (2, 3)`,
      `update audit_entry set position = 5 + position where position < 0`,
    );
    expect(await faults()).toMatchObject([
      { position: 2, kind: 'altered' },
      { position: 3, kind: 'altered' },
      { position: 4, kind: 'replaced' },
    ]);
  });

  it('a chain whose recorded end is gone, or is before its last entry', async () => {
    await fiveEntries();
    await tampering('update audit_chain set entries = 4 where entries = 5');
    expect(await faults()).toMatchObject([{ position: 5, kind: 'chain' }]);
    await tampering('delete from audit_chain where entries = 4');
    expect(await faults()).toMatchObject([{ position: 0, kind: 'chain' }]);
    await tampering(`insert into audit_chain (chain) select n from generate_series(0, 63) n on conflict do nothing`);
  });

  it.each([{ chain: 64 }, { chain: -1 }, { position: 0 }, { position: -7 }])('a stray entry (%o)', async (place) => {
    await fiveEntries();
    const forged = JSON.stringify({ id: 'aud_forged', ...place });
    await tampering(
      `insert into audit_entry select (jsonb_populate_record(e, '${forged}')).* from audit_entry e where position = 2`,
    );
    expect(await faults()).toEqual([
      { chain: expect.any(Number), position: 2, id: 'aud_forged', kind: 'stray', ...place },
    ]);
  });

  it('entries cut off together with the recorded end, given the heads of an earlier verdict', async () => {
    await fiveEntries();
    const { heads } = await verifyAudit(database.systemUrl);
    await tampering(
      'delete from audit_entry where position > 3',
      `update audit_chain c set entries = 3, hash = e.hash from audit_entry e where c.entries = 5 and e.position = 3`,
    );
    expect(await faults()).toEqual([]);
    const later = await verifyAudit(database.systemUrl, heads);
    expect(later.faults).toMatchObject([
      { position: 4, kind: 'missing' },
      { position: 5, kind: 'missing' },
    ]);
    await fiveEntries();
    expect((await verifyAudit(database.systemUrl, heads)).faults).toMatchObject([{ position: 5, kind: 'replaced' }]);
  });
});

describe('the command', () => {
  async function run(...args: string[]): Promise<{ status: number; text: string }> {
    const written: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const status = await runAuditVerify(database.systemUrl, args).finally(() => write.mockRestore());
    return { status, text: written.join('') };
  }

  it('reports an intact log, and later the entries that are gone since', async () => {
    await record(MINE);
    const before = await run();
    expect([before.status, JSON.parse(before.text)]).toMatchObject([0, { entries: 1, faults: [] }]);
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    const file = join(folder, 'verdict.json');
    await writeFile(file, before.text);
    await tampering(`delete from audit_entry`, `update audit_chain set entries = 0, hash = ''`);
    expect((await run()).status).toBe(0);
    const after = await run('--against', file);
    expect([after.status, JSON.parse(after.text).faults]).toMatchObject([1, [{ position: 1, kind: 'missing' }]]);
    await rm(folder, { recursive: true });
  });

  it('does not report a log that it cannot read as intact', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await runAuditVerify(database.url, [])).toBe(2);
    expect((await run('--against', '/nonexistent')).status).toBe(2);
    expect(write.mock.calls.join()).toContain('permission denied');
    write.mockRestore();
  });
});
