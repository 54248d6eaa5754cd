import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

// Without jobs, whose statements would count.
const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

async function receiveBatch(tenant: TestTenant, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: v7(),
    occurredAt: '2026-08-28T12:00:00.000Z',
    payload: { changes: [{ kind: 'created', contactId: 'cnt_0123456789abcdef', fields: [] }] },
  }));
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const body = { type: 'crm.contacts.changed', tenantId: tenant.id, from: 'crm', events };
  expect((await crm.post('/internal/events/batch', body)).body.receipts).toHaveLength(count);
}

it('a batch of fifty changes of contacts, without a subscriber, costs the statements of one', async () => {
  const tenant = await stack.createTenant();
  const statements = (count: number) =>
    statementsOf(() => receiveBatch(tenant, count), /app_event_received|webhook_endpoint/);
  await statements(1);
  expect(await statements(50)).toHaveLength((await statements(1)).length);
});
