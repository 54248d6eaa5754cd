import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const app = useStack(() => new pg.Pool({ connectionString: stack.database.url, max: 1 }));
let contactId: string;

beforeAll(async () => {
  const { body } = await (await tenant.session()).post('/v1/contatos', { email: 'ana@example.com' });
  contactId = body.id;
});

// The guard makes each spec of the CRM a test of the changes that it makes; these hold the guard itself.

/** Runs statements in a transaction of the app. */
async function change(...statements: string[]): Promise<void> {
  await app.query('begin');
  try {
    await app.query(`select set_config('app.tenants', $1, true)`, [tenant.id]);
    for (const statement of statements) await app.query(statement);
    await app.query('commit');
  } catch (error) {
    await app.query('rollback');
    throw error;
  }
}

const EVENT = () => `
  insert into outbox (id, tenant_id, kind, payload)
  values (${Date.now()}, '${tenant.id}', 'app-event.deliver', '{"type": "crm.contacts.changed"}')`;

it.each([
  `update contact set name = 'Ana'`,
  `update contact set custom = '{"size": "M"}'`,
  `update contact set deleted_at = now()`,
  `update contact_identifier set is_primary = false`,
  `delete from contact_identifier`,
])('a writer that runs %s without an event fails', async (statement) => {
  await expect(change(statement)).rejects.toThrow('the transaction sent no event of it');
});

it('a change with its event, and one of what no contact shows, pass', async () => {
  await change(`update contact set last_activity_at = now()`, `update contact_identifier set is_live = is_live`);
  await change(`update contact set name = 'Ana'`, EVENT());
  const [row] = await stack.sql<{ name: string }>('select name from contact where id = $1', [contactId]);
  expect(row?.name).toBe('Ana');
});
