import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));

const CONTACT = 'cnt_0123456789abcdef';

/** Sends an event as the CRM does. */
async function receive(tenant: TestTenant, type: string, payload: object, id = v7(), at = '2026-08-28T12:00:00.000Z') {
  const event = { id, type, tenantId: tenant.id, from: 'crm', occurredAt: at, payload };
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  return (await crm.post('/internal/events', event)).body.receipt;
}

/** Sends changes of contacts as the CRM does when there are many. */
async function receiveBatch(tenant: TestTenant, events: readonly object[]): Promise<string[]> {
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const body = { type: 'crm.contacts.changed', tenantId: tenant.id, from: 'crm', events };
  return (await crm.post('/internal/events/batch', body)).body.receipts;
}

async function subscribe(path: string, Events: string[], given?: TestTenant): Promise<TestTenant> {
  const tenant = given ?? (await stack.createTenant());
  const session = await tenant.session();
  expect((await session.post('/api/webhooks', { Url: `${sink.url}${path}`, Events })).status).toBe(201);
  return tenant;
}

const arrivedAt = async (path: string) => JSON.parse((await sink.waitFor((request) => request.path === path)).text);

describe('an event of the CRM', () => {
  it('reaches the webhooks that subscribed to a promoted contact', async () => {
    const tenant = await subscribe('/promoted', ['crm.contact.promoted']);
    expect(await receive(tenant, 'crm.contact.promoted', { contactId: CONTACT })).toBe('applied');
    expect(await arrivedAt('/promoted')).toMatchObject({
      EventType: 'crm.contact.promoted',
      CreatedAt: '2026-08-28T12:00:00.000Z',
      TenantId: tenant.id,
      Data: { ContactId: CONTACT },
    });
  });

  it('is one webhook for each changed contact, to those alone that subscribed to its type', async () => {
    const tenant = await subscribe('/deleted', ['crm.contact.deleted']);
    await subscribe('/updated', ['crm.contact.updated'], tenant);
    const changes = [
      { kind: 'created', contactId: CONTACT, fields: [] },
      { kind: 'updated', contactId: CONTACT, fields: ['estagio', 'campos.porte'] },
      { kind: 'deleted', contactId: CONTACT, fields: [] },
    ];
    await receive(tenant, 'crm.contacts.changed', { changes });
    expect((await arrivedAt('/updated')).Data).toEqual({ ContactId: CONTACT, Fields: ['estagio', 'campos.porte'] });
    expect(await arrivedAt('/deleted')).toMatchObject({
      EventType: 'crm.contact.deleted',
      Data: { ContactId: CONTACT },
    });
    const [counted] = await stack.sql<{ count: number }>(
      'select count(*)::int as count from webhook_delivery where tenant_id = $1',
      [tenant.id],
    );
    expect(counted).toEqual({ count: 2 });
  });

  it('is passed on once, however often it arrives', async () => {
    const tenant = await subscribe('/once', ['crm.contact.promoted']);
    const id = v7();
    expect(await receive(tenant, 'crm.contact.promoted', { contactId: CONTACT }, id)).toBe('applied');
    expect(await receive(tenant, 'crm.contact.promoted', { contactId: CONTACT }, id)).toBe('duplicate');
    const [counted] = await stack.sql<{ count: number }>(
      'select count(*)::int as count from webhook_delivery where tenant_id = $1',
      [tenant.id],
    );
    expect(counted).toEqual({ count: 1 });
  });

  it('is one webhook for each change when it comes in a batch, at the time of its own event', async () => {
    const tenant = await subscribe('/batch', ['crm.contact.created']);
    const minutes = [10, 11, 12];
    const events = minutes.map((minute) => ({
      id: v7(),
      occurredAt: `2026-08-28T12:${minute}:00.000Z`,
      payload: { changes: [{ kind: 'created', contactId: `cnt_00000000000000${minute}`, fields: [] }] },
    }));
    expect(await receiveBatch(tenant, events)).toEqual(['applied', 'applied', 'applied']);
    expect(await receiveBatch(tenant, events)).toEqual(['duplicate', 'duplicate', 'duplicate']);
    const arrived = () => sink.requests.filter(({ path }) => path === '/batch').map(({ text }) => JSON.parse(text));
    await waitUntil(() => arrived().length >= 3);
    expect(
      arrived()
        .map(({ Data, CreatedAt }) => `${Data.ContactId.slice(-2)} ${CreatedAt.slice(14, 16)}`)
        .toSorted(),
    ).toEqual(minutes.map((minute) => `${minute} ${minute}`));
  });

  it('is taken from another app alone', async () => {
    expect((await stack.anonymous.post('/internal/events', {})).status).toBe(401);
    const session = await (await stack.createTenant()).session();
    expect((await session.post('/internal/events', {})).status).toBe(401);
  });
});

describe('a consent that changed in the CRM', () => {
  const change = (tenant: TestTenant, suppressed: boolean, minute: number, address = 'ana@example.com') => {
    const notices = [{ channel: address.includes('@') ? 'email' : 'sms', address, suppressed }];
    return receive(tenant, 'crm.consent.changed', { notices }, v7(), `2026-08-28T12:${minute}:00.000Z`);
  };
  const suppressed = async (tenant: TestTenant) =>
    (await (await tenant.session()).get('/api/suppressions')).body.Suppressions.map(
      ({ Address, Reason, Source }: Record<string, string>) => [Address, Reason, Source],
    );

  it('suppresses the address, and lifts that again', async () => {
    const tenant = await stack.createTenant();
    await change(tenant, true, 10, 'Ana@Example.com');
    await change(tenant, true, 10, '+5511987654321');
    expect(await suppressed(tenant)).toEqual([
      ['+5511987654321', 'unsubscribe', 'crm'],
      ['ana@example.com', 'unsubscribe', 'crm'],
    ]);
    await change(tenant, false, 11);
    expect(await suppressed(tenant)).toEqual([['+5511987654321', 'unsubscribe', 'crm']]);
  });

  it('that was overtaken by another changes nothing', async () => {
    const tenant = await stack.createTenant();
    await change(tenant, false, 21);
    await change(tenant, true, 20);
    expect(await suppressed(tenant)).toEqual([]);
  });

  it.each(['bounce', 'complaint', 'unsubscribe'])('leaves an address that is suppressed by a %s', async (Reason) => {
    const tenant = await stack.createTenant();
    await (await tenant.session()).post('/api/suppressions', { Address: 'ana@example.com', Reason });
    await change(tenant, true, 30);
    await change(tenant, false, 31);
    expect(await suppressed(tenant)).toEqual([['ana@example.com', Reason.toLowerCase(), 'api']]);
  });
});
