import { beforeAll, expect, it } from 'vitest';
import { Database, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { indexedIds } from '../../contact-list/contact-list.sql.js';
import { listAddressTwins, listNamesakes } from '../../duplicates/twins.sql.js';
import { findIdentifiers } from '../../identifiers/identifier-look-up.sql.js';
import { useStack } from '../../../../../test/support/use-stack.js';

/** Contacts that the statistics know, by the tenants that they belong to. */
const KNOWN = [0, 1, 2, 50, 500] as const;

const LOOKUPS: Record<string, (tx: SqlExecutor, tenantId: TenantId) => Promise<unknown>> = {
  'blind_index = parameter.blind_index': (tx, tenantId) =>
    findIdentifiers(
      tx,
      tenantId,
      Array.from({ length: 1_000 }, () => ({ kind: 'email', blindIndex: Buffer.alloc(32) })),
    ),
  'blind_index = given.blind_index': (tx, tenantId) =>
    listAddressTwins(
      tx,
      tenantId,
      Array.from({ length: 500 }, (_, n) => ({ contactId: `cnt_${n}`, kind: 'phone', blindIndex: Buffer.alloc(32) })),
      21,
    ),
  'untagged_index = given.blind_index': (tx, tenantId) =>
    listAddressTwins(tx, tenantId, [{ contactId: 'cnt_0', kind: 'email', blindIndex: Buffer.alloc(32) }], 21),
  'name_key = given.name_key': (tx, tenantId) =>
    listNamesakes(
      tx,
      tenantId,
      Array.from({ length: 500 }, (_, n) => ({ contactId: `cnt_${n}`, nameKey: `ninguém ${n}` })),
      21,
    ),
};

const stack = useStack(() => crmStack({ ROLE: 'api' }));

beforeAll(async () => {
  for (const table of ['contact', 'contact_identifier'])
    await stack.sql(`alter table ${table} set (autovacuum_enabled = false)`);
});
/** A contact with an e-mail address, for each number to `count`. */
async function seedContacts(tenantId: string, count: number): Promise<void> {
  await stack.sql(
    `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom)
     select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', 'Ana', 'ana ' || n, '{}', '{}' from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
  await stack.sql(
    `insert into contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, untagged_index, is_primary)
     select $1, gen_random_uuid(), 'cnt_' || lpad(to_hex(n), 16, '0'), 'email', 'sealed', sha256(($1 || n)::bytea),
       case when n % 10 = 0 then sha256(($1 || '+' || n)::bytea) end, true
     from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
}

/** How Postgres would run what `work` asks of it. */
async function planOf(tenantId: TenantId, work: (tx: SqlExecutor) => Promise<unknown>): Promise<string> {
  let plan = '';
  await stack.app.get(Database).tenant(tenantId, async (tx) => {
    const query = async (text: string, values: unknown[]) => {
      plan = JSON.stringify(await tx.query(`explain (format json) ${text}`, values));
      return { records: [], affected: 0, raw: [] };
    };
    await work({ query } as never);
  });
  return plan;
}

it.each(KNOWN.flatMap((known) => Object.keys(LOOKUPS).map((condition) => [condition, known] as const)))(
  'the look-up with %s uses its index while the statistics are of %i contacts',
  async (condition, known) => {
    await stack.sql('truncate contact, contact_identifier cascade');
    const { id } = await stack.createTenant();
    await seedContacts((await stack.createTenant()).id, known);
    await stack.sql('analyze contact');
    await stack.sql('analyze contact_identifier');
    await seedContacts(id, 6_000);
    const plan = await planOf(id, (tx) => LOOKUPS[condition]!(tx, id));
    const conditions = [...plan.matchAll(/"Index Cond":"([^"]*)"/g)].map(([, found]) => found);
    expect(conditions).toContainEqual(expect.stringContaining(condition));
  },
);

it.each(KNOWN)(
  'a filter by texts uses the index of its keys while the statistics are of %i contacts',
  async (known) => {
    await stack.sql('truncate contact, contact_identifier cascade');
    const { id: tenantId } = await stack.createTenant();
    await seedContacts((await stack.createTenant()).id, known);
    await stack.sql('analyze contact');
    await seedContacts(tenantId, 6_000);
    await stack.sql(`update contact set filter_keys = '{city=belem}' where tenant_id = $1`, [tenantId]);
    // What waits to be sorted into the index costs as much here as among a million contacts.
    await stack.sql(`select gin_clean_pending_list('contact__filter_keys__ix')`);
    for (const exact of [{}, { stage: 'new', country: 'BR' }] as const) {
      const filter = { texts: { city: 'Óbidos', tags: ['x'] }, exact };
      const { text, values } = indexedIds({ tenantId, filter, limit: 51 });
      const plan = await stack.app.get(Database).system(async (tx) => {
        // As it is of a table that is not as small as this one.
        await tx.query('set local enable_seqscan = off');
        return JSON.stringify(await tx.query(`explain (format json) ${text}`, values));
      });
      const indexes = [...plan.matchAll(/"Index Name":"([^"]*)"/g)].map(([, found]) => found);
      expect(new Set(indexes)).toEqual(new Set(['contact__filter_keys__ix', 'contact__unkeyed__ix']));
      expect(plan).toMatch(/"Index Cond":"[^"]*filter_keys @>/);
    }
  },
);
