import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '#libs/core/audit';
import { sentEventsOf, timelineOf } from '../../../../../test/support/crm-contacts.js';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { HttpClient } from '../../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const newEmail = () => `created-${++number}@example.com`;
const newPhone = () => `+55119${String(10_000_000 + ++number)}`;
const create = (values: object, client = acme) => client.post('/v1/contatos', values);
const identifiersOf = async (contactIds: readonly string[]) =>
  stack.sql<{ contact_id: string }>('select contact_id from contact_identifier where contact_id = any($1)', [
    contactIds,
  ]);

describe('contacts that are made at the same instant', () => {
  it('are each made or refused alone', async () => {
    const [takenEmail, takenPhone, twice] = [newEmail(), newPhone(), newEmail()];
    await create({ email: takenEmail });
    await create({ telefone: takenPhone });
    const good = Array.from({ length: 40 }, () => create({ email: newEmail(), telefone: newPhone(), nome: 'Ana' }));
    const others = [
      create({ email: takenEmail, telefone: newPhone() }),
      create({ email: newEmail(), telefone: takenPhone }),
      create({ email: twice }),
      create({ email: twice.toUpperCase() }),
      create({ email: 'ana' }),
      create({ email: newEmail(), empresa_id: '01900000-0000-7000-8000-000000000000' }),
      create({ email: newEmail(), campos: { nenhum: 1 } }),
      create({ email: takenEmail }, rival),
    ];
    const made = await Promise.all(good);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(made.map(({ body }) => body.email)).size).toBe(40);
    const answers = (await Promise.all(others)).map(({ status }) => status);
    expect([answers.slice(0, 2), answers.slice(2, 4).sort(), answers.slice(4)]).toEqual([
      [409, 409],
      [201, 409],
      [422, 422, 422, 201],
    ]);
    const ids = made.map(({ body }) => body.id as string);
    expect(await identifiersOf(ids)).toHaveLength(80);
    const loose = await stack.sql(
      `select 1 from contact_identifier i where not exists (select from contact c where c.id = i.contact_id)`,
    );
    expect(loose).toEqual([]);
  });

  it('have each a timeline, an entry in the audit log with its own request, and are told to Platform', async () => {
    const lonely = await stack.createTenant();
    const session = await lonely.session();
    const made = await Promise.all(
      Array.from({ length: 30 }, () => create({ email: newEmail(), estagio: 'cliente', marcadores: ['vip'] }, session)),
    );
    const ids = made.map(({ body }) => body.id as string).sort();
    expect(await timelineOf(stack, ids[0]!)).toEqual([{ type: 'stage-changed', data: { from: null, to: 'customer' } }]);
    const entries = await stack.sql<{ object_id: string; request_id: string; after: object }>(
      `select object_id, request_id, after from audit_entry where tenant_id = $1 and action = 'contact.created'`,
      [lonely.id],
    );
    expect(entries.map(({ object_id }) => object_id).sort()).toEqual(ids);
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(30);
    expect(entries[0]?.after).toEqual({ stage: 'customer', source: 'manual' });
    const events = (await sentEventsOf(stack, lonely.id)) as { payload: { changes: { contactId: string }[] } }[];
    expect(events.flatMap(({ payload }) => payload.changes.map(({ contactId }) => contactId)).sort()).toEqual(ids);
  });

  it('in two processes are one for each e-mail address', async () => {
    const beside = await stack.startBeside({ ROLE: 'api' });
    const emails = Array.from({ length: 30 }, newEmail);
    const there = new HttpClient(beside.url, acme.fixedHeaders);
    const answers = await Promise.all(
      emails.flatMap((email, index) =>
        [acme, there, rival].map((client) => create({ email, telefone: `+55118${20_000_000 + index}` }, client)),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 201).length,
      statuses.filter((status) => status === 409).length,
    ]).toEqual([60, 30]);
  });

  it('leave an audit log that verifies', async () => {
    expect((await verifyAudit(stack.database.systemUrl)).faults).toEqual([]);
  });
});
