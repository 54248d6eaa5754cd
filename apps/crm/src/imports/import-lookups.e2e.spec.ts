import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#libs/persistence';
import { type CrmStack, crmStack } from '../../../../test/support/crm-stack.js';
import { findIdentifiers } from './import.sql.js';

let stack: CrmStack;

beforeAll(async () => {
  stack = await crmStack({ ROLE: 'api' });
});
afterAll(() => stack?.close());

/** A contact and its e-mail address, for each number to `count`. */
async function seedContacts(tenantId: string, count: number): Promise<void> {
  await stack.sql(
    `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom)
     select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', 'Ana', 'ana', '{}', '{}' from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
  await stack.sql(
    `insert into contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, is_primary)
     select $1, gen_random_uuid(), 'cnt_' || lpad(to_hex(n), 16, '0'), 'email', 'sealed', sha256(n::text::bytea), true
     from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
}

it('finds each identifier by its value, also of a tenant that is newer than the statistics', async () => {
  await seedContacts((await stack.createTenant()).id, 5_000);
  await stack.sql('analyze contact_identifier');
  let plan = '';
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      plan = JSON.stringify(await stack.sql(`explain ${text}`, values));
      return { records: [], affected: 0, raw: [] };
    },
  };
  const asked = [{ kind: 'email' as const, blindIndex: Buffer.alloc(32) }];
  await findIdentifiers(explaining as never, newId('acc'), asked);
  expect(plan).toContain('using contact_identifier__value__uq');
});
