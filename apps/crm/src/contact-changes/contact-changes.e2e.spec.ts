import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database, many } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { CrmTenant } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { csv, runImport } from '../imports/imports.fixture.js';
import { causedBy, setChangeCause } from './change-cause.js';
import { ContactChangeDispatch } from './contact-change-dispatch.js';
import { fates, listeningStack, toldChanges, watch } from './contact-changes.fixture.js';
import { WatchedTenants } from './watched-tenants.js';

const stack = useStack(() => listeningStack());
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});
afterEach(() => fates.clear());

const create = async (email: string, values: object = {}): Promise<string> =>
  (await acme.post('/v1/contatos', { email, ...values })).body.id;
const told = () => toldChanges(stack, tenant.id);
const jobs = (where: string) =>
  stack.sql<{ id: string; payload: object; failures: number }>(
    `select id, payload, failures from outbox where tenant_id = $1 and kind = 'contact-changes.tell' and ${where}`,
    [tenant.id],
  );
const rename = (id: string, name: string) =>
  stack.sql('update contact set name = $3 where tenant_id = $1 and id = $2', [tenant.id, id, name]);

describe('changes of a contact', () => {
  it('that come together are told as one, from the first value to the last', async () => {
    const ids = [await create('ana@example.com', { nome: 'Ana' }), await create('bia@example.com', { nome: 'Bia' })];
    await watch(stack, tenant.id);
    await stack.app.get(Database).tenant(tenant.id, async (tx) => {
      const name = (id: string, value: string) =>
        tx.query('update contact set name = $3 where tenant_id = $1 and id = $2', [tenant.id, id, value]);
      await setChangeCause(tx, causedBy('import', false));
      await name(ids[0]!, 'Ana B');
      await name(ids[1]!, 'Bia B');
      await setChangeCause(tx, { kind: 'journey', triggersJourneys: true, chain: ['j1', 'j2'] });
      await name(ids[0]!, 'Ana C');
      await name(ids[1]!, 'Bia');
      await tx.query(`select set_config('guard.told', $1 || now()::text, true)`, [tenant.id]);
    });
    const changes = await told();
    // The second has its first name again.
    expect(changes.find(({ contactId }) => contactId === ids[1])).toMatchObject({
      fields: [],
      before: {},
      changes: [{ after: { nome: 'Bia B' } }, { before: { nome: 'Bia B' }, after: { nome: 'Bia' } }],
    });
    expect(changes.find(({ contactId }) => contactId === ids[0])).toMatchObject({
      contactId: ids[0],
      fields: ['nome'],
      before: { nome: 'Ana' },
      after: { nome: 'Ana C' },
      cause: { kind: 'journey', triggersJourneys: true, chain: ['j1', 'j2'] },
    });
  });

  it('are told in batches of five hundred, each in a transaction of its own', async () => {
    await watch(stack, tenant.id);
    const lines = Array.from({ length: 1_200 }, (_, n) => `p${n}@example.com`);
    await runImport(acme, { file: csv('email', ...lines), config: { mapeamento: { email: 'email' } } });
    const changes = await told();
    expect(new Set(changes.map(({ contactId }) => contactId)).size).toBe(1_200);
    const batches = new Map<string, number>();
    for (const { batch } of changes) batches.set(batch, (batches.get(batch) ?? 0) + 1);
    expect(Math.max(...batches.values())).toBeLessThanOrEqual(500);
    expect(await jobs('true')).toEqual([]);
  });

  it('are told again if a watcher fails, or its connection is lost, and nothing of the first time stays', async () => {
    const ids = [await create('ana@example.com'), await create('bia@example.com')];
    await watch(stack, tenant.id);
    for (const fate of ['fails once', 'crashes once'] as const) {
      fates.set(ids[1]!, fate);
      for (const id of ids) await rename(id, fate);
      const changes = await told();
      expect(changes.map(({ contactId, after }) => [contactId, after['nome']])).toEqual(ids.map((id) => [id, fate]));
    }
  });

  it('are told of the others when a watcher fails at one again and again, and of this one when it does no more', async () => {
    const ids = [await create('ana@example.com'), await create('bia@example.com'), await create('cid@example.com')];
    await watch(stack, tenant.id);
    fates.set(ids[1]!, 'fails');
    for (const id of ids) await rename(id, 'Nova');
    await waitUntil(async () => {
      await stack.sql(
        `update outbox set available_at = now(), due = true where tenant_id = $1 and failures > 0 and not payload ? 'contactId' and handed_at is null`,
        [tenant.id],
      );
      return (await jobs(`payload ? 'contactId'`)).length > 0;
    });
    const changes = await told();
    expect(changes.map(({ contactId }) => contactId).sort()).toEqual([ids[0], ids[2]].sort());
    await rename(ids[0]!, 'Mais nova');
    // It joins what waits, and keeps nobody else.
    await rename(ids[1]!, 'Mais nova');
    await waitUntil(
      async () =>
        (await jobs(`not payload ? 'contactId'`)).length === 0 &&
        (await stack.sql('select from contact_change where tenant_id = $1 and contact_id <> $2', [tenant.id, ids[1]]))
          .length === 0,
    );
    await waitUntil(async () => (await jobs(`payload ? 'contactId' and failures > 0`)).length > 0);
    fates.clear();
    await stack.sql(`update outbox set available_at = now(), due = true where tenant_id = $1 and handed_at is null`, [
      tenant.id,
    ]);
    await waitUntil(async () => (await jobs('true')).length === 0);
    const late = (await told()).filter(({ contactId }) => contactId === ids[1]);
    expect(late).toMatchObject([{ after: { nome: 'Mais nova' } }]);
  });

  it('that no watcher could take for a week are given up', async () => {
    await watch(stack, tenant.id);
    await stack.sql(
      `insert into contact_change (tenant_id, contact_id, is_new, fields, before, after, is_apart, changed_at)
       select $1, 'cnt_0000000000000001', false, '{}', '{}', '{}', true, now() - n * interval '4 days' from generate_series(1, 2) n`,
      [tenant.id],
    );
    await stack.app.get(ContactChangeDispatch).deleteExpired();
    expect(await stack.sql('select from contact_change where tenant_id = $1', [tenant.id])).toHaveLength(1);
  });

  it('are one job of a tenant, however often it is looked for', async () => {
    const id = await create('ana@example.com');
    await watch(stack, tenant.id);
    fates.set(id, 'fails');
    await rename(id, 'Nova');
    await waitUntil(async () => (await jobs('failures > 0')).length > 0);
    for (let time = 0; time < 3; time += 1) await stack.app.get(ContactChangeDispatch).dispatch();
    expect(await jobs('true')).toHaveLength(1);
  });
});

describe('who begins to watch while contacts are changed', () => {
  const values = async (): Promise<Map<string, string>> => {
    const rows = await stack.sql<{ id: string; name: string }>('select id, name from contact where tenant_id = $1', [
      tenant.id,
    ]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };

  it('knows each value, by what it read then and what it was told since', async () => {
    const database = stack.app.get(Database);
    const pauses = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 0, max: 60 }), async (given, before) => {
        tenant = await stack.createTenant();
        acme = await tenant.session();
        const ids = await Promise.all(['a', 'b', 'c'].map((name) => create(`${name}@example.com`, { nome: '0' })));
        const writer = async (n: number) => {
          for (let time = 0; time < 6; time += 1)
            await database.tenant(tenant.id, async (tx) => {
              const id = ids[(n + time) % ids.length];
              await tx.query(`select set_config('guard.told', $1 || now()::text, true)`, [tenant.id]);
              await tx.query('update contact set name = $3 where tenant_id = $1 and id = $2', [
                tenant.id,
                id,
                `${n}-${time}`,
              ]);
              await delay(given[(n * 3 + time) % given.length]);
            });
        };
        const watcher = async () => {
          await delay(before);
          return database.tenant(tenant.id, async (tx) => {
            await stack.app.get(WatchedTenants).watch(tx, tenant.id, 'segments');
            const sql = 'select id, name from contact where tenant_id = $1';
            return new Map(
              (await many<{ id: string; name: string }>(tx, sql, [tenant.id])).map((one) => [one.id, one.name]),
            );
          });
        };
        const [known] = await Promise.all([watcher(), writer(0), writer(1), writer(2), writer(3)]);
        for (const { contactId, before: was, after } of await told()) {
          expect(was['nome']).toBe(known.get(contactId));
          known.set(contactId, after['nome'] as string);
        }
        expect(known).toEqual(await values());
      }),
      { numRuns: 15 },
    );
  });

  it('waits for a transaction that has changed contacts, and keeps none waiting that changes others', async () => {
    const other = await stack.createTenant();
    const client = await other.session();
    const id = await create('ana@example.com');
    const database = stack.app.get(Database);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let change: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => (change = resolve));
    let isWatched = false;
    const writing = database.tenant(tenant.id, async (tx) => {
      await tx.query(`select set_config('guard.told', $1 || now()::text, true)`, [tenant.id]);
      await tx.query(`update contact set name = 'Nova' where tenant_id = $1 and id = $2`, [tenant.id, id]);
      change();
      await ended;
    });
    await changed;
    const waiting = () =>
      stack.sql(`select from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'`);
    const watching = watch(stack, tenant.id).then(() => (isWatched = true));
    await waitUntil(async () => (await waiting()).length > 0);
    expect((await client.post('/v1/contatos', { email: 'ana@example.com' })).status).toBe(201);
    expect(isWatched).toBe(false);
    end();
    await Promise.all([writing, watching]);
    expect(await told()).toEqual([]);
  });
});
