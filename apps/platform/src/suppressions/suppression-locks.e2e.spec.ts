import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityManager } from 'typeorm';
import { Database, nextPosition } from '#libs/core/persistence';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { type First, whileWaiting } from '../../../../test/support/while-waiting.js';
import { ErasedAddresses } from './erased-addresses.js';
import { SuppressionRepository } from './suppression.repository.js';

/** A line that is dialled in two ways, so that entries of both stand for one person. */
const [PRESENT, FORMER] = ['+5511987654321', '+551187654321'];

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await stack.createTenant();
});

const suppressions = () => stack.app.get(SuppressionRepository, { strict: false });
const hashes = (address: string) => stack.app.get(ErasedAddresses, { strict: false }).hashesOf(tenant.id, address);

/** An entry, by what orders the locks. */
interface Key {
  topic: string;
  address: string;
  sender?: string;
}

const INSERT = `insert into suppression (tenant_id, address, sender, topic, id, position, reason, source)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const valuesOf = ({ topic, address, sender = '' }: Key, reason: string, source: string) => [
  tenant.id,
  address,
  sender,
  topic,
  v7(),
  nextPosition(),
  reason,
  source,
];
const FIND = 'select from suppression where tenant_id = $1 and address = $2 and topic = $3 and sender = $4';
const lockOf = ({ topic, address, sender = '' }: Key): First => [
  `${FIND} for update`,
  [tenant.id, address, topic, sender],
];

/** Inserts entries so that the one which is locked first lies behind the other in the table and in each of its indexes. */
async function two(first: Key, second: Key, reason: string, source: string): Promise<string[]> {
  const rows = [second, first].map((key) => valuesOf(key, reason, source));
  for (const row of rows) await stack.sql(INSERT, row);
  return rows.map((row) => row[4] as string);
}

/** Does what changes both entries while another transaction holds the first, and then wants the second. */
const whileFirstIsHeld = (first: Key, second: Key, change: (tx: EntityManager) => Promise<unknown>) =>
  whileWaiting(
    stack,
    tenant,
    lockOf(first),
    () => stack.app.get(Database, { strict: false }).tenant(tenant.id, change),
    (tx) => tx.query(...lockOf(second)),
  );

const entries = () =>
  stack.sql<{ address: string }>('select address from suppression where tenant_id = $1', [tenant.id]);

describe('several entries are locked in one order before they are deleted', () => {
  const FIRST = { topic: '*', address: PRESENT };
  const SECOND = { topic: 'none', address: FORMER };

  it('those of a consent that was withdrawn', async () => {
    await two(FIRST, SECOND, 'unsubscribe', 'crm');
    await whileFirstIsHeld(FIRST, SECOND, (tx) => suppressions().deleteWithdrawn(tx, tenant.id, PRESENT));
    expect(await entries()).toEqual([]);
  });

  it('those of an erased person who consents anew', async () => {
    const [one, other] = hashes(PRESENT).sort() as [string, string];
    const [first, second] = [
      { topic: '', address: other },
      { topic: '*', address: one },
    ];
    await two(first, second, 'erased', 'crm');
    await whileFirstIsHeld(first, second, (tx) => suppressions().deleteErased(tx, tenant.id, PRESENT));
    expect(await entries()).toEqual([]);
  });

  it('those of topics that are wanted again', async () => {
    await two(FIRST, SECOND, 'unsubscribe', 'link');
    await whileFirstIsHeld(FIRST, SECOND, (tx) => suppressions().deleteUnwanted(tx, tenant.id, PRESENT, ['*', 'none']));
    expect(await entries()).toEqual([]);
  });

  it('those of a person who is erased', async () => {
    const [one, other] = ['ana@example.test', 'bia@example.test'];
    const [first, second] = [
      { topic: '*', address: other },
      { topic: 'none', address: one },
    ];
    await two(first, second, 'unsubscribe', 'link');
    await whileFirstIsHeld(first, second, (tx) => suppressions().erase(tx, tenant.id, [one, other]));
    expect((await entries()).map(({ address }) => address).sort()).toEqual([...hashes(one), ...hashes(other)].sort());
  });

  it('both spellings of a number that gets messages again', async () => {
    const [first, second] = [
      { topic: '', address: FORMER },
      { topic: '', address: PRESENT },
    ];
    const [id] = await two(first, second, 'manual', 'api');
    const entry = (tx: EntityManager) => suppressions().find(tx, tenant.id, id!);
    await whileFirstIsHeld(first, second, async (tx) => suppressions().delete(tx, (await entry(tx))!));
    expect(await entries()).toEqual([]);
  });
});

describe('two erasures of the same people at the same moment', () => {
  it('insert the hashes of them in one order', async () => {
    const people = ['ana@example.test', 'bia@example.test'];
    const [first, second] = people.toSorted((one, other) => (hashes(one)[0]! < hashes(other)[0]! ? -1 : 1));
    await whileWaiting(
      stack,
      tenant,
      [INSERT, valuesOf({ topic: '*', address: hashes(first!)[0]! }, 'erased', 'crm')],
      () =>
        stack.app
          .get(Database, { strict: false })
          .tenant(tenant.id, (tx) => suppressions().erase(tx, tenant.id, [second!, first!])),
      (tx) => suppressions().erase(tx, tenant.id, [first!, second!]),
    );
    expect(await entries()).toHaveLength(2);
  });
});

describe('consents of several addresses that come in one event', () => {
  it('lock the entries of all of them in one order, whatever the order of the addresses', async () => {
    const [first, second] = [
      { topic: '*', address: 'ana@example.test' },
      { topic: '*', address: 'bia@example.test' },
    ];
    await two(first, second, 'unsubscribe', 'crm');
    const notices = [second, first].map(({ address }) => ({ channel: 'email', address, suppressed: false }));
    const event = {
      id: v7(),
      type: 'crm.consent.changed',
      tenantId: tenant.id,
      from: 'crm',
      payload: { notices },
      occurredAt: new Date().toISOString(),
    };
    const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const { body } = await whileWaiting(
      stack,
      tenant,
      lockOf(first),
      () => crm.post('/internal/events', event),
      (tx) => tx.query(...lockOf(second)),
    );
    expect(body.receipt).toBe('applied');
    expect(await entries()).toEqual([]);
  });
});
