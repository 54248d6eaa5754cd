import { beforeAll, describe, it } from 'vitest';
import { newId, nextPosition } from '#libs/core/persistence';
import { type ConsoleStack, consoleStack } from '../../../../test/support/console-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { expectOrders, ordersOfQuery, type SortedList } from '../../../../test/support/list-orders.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

type Node = Record<string, unknown>;

const byId = ({ id }: Node) => String(id);
const lower = (name: string) => (node: Node) => String(node[name]).toLowerCase();
const field = (name: string) => (node: Node) => (node[name] ?? null) as string | null;

/** Rows of a kind, of which several have equal keys and some have none. */
const NUMBERS = [0, 1, 2, 3, 4, 5, 6];
const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 3)));

describe('the orders of the lists of an account', () => {
  const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
  let tenant: TestTenant;
  let session: HttpClient;

  beforeAll(async () => {
    tenant = await stack.createTenant();
    session = await tenant.session();
    for (const n of NUMBERS) {
      const time = timeOf(n);
      await stack.sql(
        `insert into topic (tenant_id, id, name, slug, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
        [tenant.id, newId('top'), ['Éclair', 'apple', 'Apple', 'pear'][n % 4], `topic-${n}`, time],
      );
      await stack.sql(
        `insert into webhook_endpoint (tenant_id, id, url, events, active, secret, updated_at)
         values ($1, $2, $3, '{}', true, 'x', $4)`,
        [tenant.id, newId('whk'), `https://example.test/${n % 3}`, time],
      );
      await stack.sql(
        `insert into sending_domain (tenant_id, id, name, verified_at, last_checked_at, position)
         values ($1, gen_random_uuid(), $2, $3, $3, $4)`,
        [tenant.id, `d${(n * 3) % 7}.example.test`, n % 3 === 0 ? null : time, nextPosition()],
      );
      await stack.sql(`insert into sms_sender (tenant_id, id, value, kind) values ($1, $2, $3, 'alphanumeric')`, [
        tenant.id,
        newId('snd'),
        ['Beta', 'alfa', 'Alfa', 'gama', 'Gama', 'eps', 'Zeta'][n],
      ]);
      await stack.sql(
        `insert into suppression (tenant_id, id, address, sender, topic, position, reason, source)
         values ($1, gen_random_uuid(), $2, '', '', $3, $4, 'api')`,
        [tenant.id, `a${n}@example.test`, nextPosition(), n % 2 ? 'bounce' : 'manual'],
      );
      const Email = `c${n}@example.test`;
      await session.post('/api/contacts', { Email });
      await session.post('/api/templates', {
        Name: ['b', 'A', 'B 2', 'éa', 'c', 'Aa', 'd'][n],
        Channel: 'email',
        Subject: 's',
        Text: 't',
      });
    }
  });

  const LISTS: SortedList[] = [
    {
      field: 'topics',
      fields: 'id name updatedAt',
      identity: byId,
      keys: { name: lower('name'), updated: field('updatedAt') },
    },
    {
      field: 'webhooks',
      fields: 'id url updatedAt',
      identity: byId,
      keys: { url: lower('url'), updated: field('updatedAt') },
    },
    {
      field: 'sendingDomains',
      fields: 'id name verifiedAt lastCheckedAt',
      identity: byId,
      keys: { name: lower('name'), verified: field('verifiedAt'), checked: field('lastCheckedAt') },
    },
    { field: 'smsSenders', fields: 'id value', identity: byId, keys: { value: lower('value') } },
    { field: 'suppressions', fields: 'id address', identity: byId },
    { field: 'contacts', fields: 'id email', identity: byId },
    { field: 'templates', fields: 'id name', identity: byId, keys: { name: lower('name') } },
  ];

  it.each(LISTS)('$field: pages meet in each, whatever is equal or missing', async (list) => {
    await expectOrders(session, ordersOfQuery('platform', list.field), list);
  });
});

describe('the orders of the lists of the console', () => {
  const stack: ConsoleStack = useStack(consoleStack);

  beforeAll(async () => {
    const { platform } = stack;
    for (const n of NUMBERS) {
      await platform.sql(
        `insert into block_entry (id, position, kind, value, reason, created_by) values (gen_random_uuid(), $1, $2, $3, '', '')`,
        [nextPosition(), ['email', 'domain'][n % 2], `v${(n * 3) % 7}.example.test`],
      );
      await platform.sql(`insert into datacenter_asn (asn, name, created_by) values ($1, $2, '')`, [
        64_500 + n,
        ['Beta', 'alfa', 'Alfa'][n % 3],
      ]);
      await platform.sql(
        `insert into alert_event (position, rule_id, name, metric, operator, threshold, window_minutes, type, reason)
         values ($1, gen_random_uuid(), 'x', 'sent', 'above', 1, 5, 'fired', '')`,
        [nextPosition()],
      );
      await platform.sql(
        `insert into outbox (id, tenant_id, kind, payload, dead_at, due) values ($1, 'acc_0000000000000001', 'x', '{}', now(), false)`,
        [nextPosition()],
      );
      await platform.sql(`insert into sms_sender (tenant_id, id, value, kind) values ($1, $2, $3, 'alphanumeric')`, [
        `acc_000000000000000${n % 2}`,
        newId('snd'),
        `Name${n}`,
      ]);
    }
  });

  const LISTS: SortedList[] = [
    {
      field: 'blockEntries',
      fields: 'id kind value',
      identity: byId,
      keys: { value: ({ kind, value }) => `${String(kind)} ${String(value)}` },
    },
    {
      field: 'datacenters',
      fields: 'asn name',
      identity: ({ asn }) => String(asn),
      keys: { number: ({ asn }) => Number(asn), name: lower('name') },
    },
    { field: 'platformAlertEvents', fields: 'alertId', identity: ({ alertId }) => String(alertId) },
    { field: 'deadLetters', fields: 'id', identity: byId },
    { field: 'consoleSmsSenders', fields: 'id', identity: byId },
  ];

  it.each(LISTS)('$field: pages meet in each, whatever is equal or missing', async (list) => {
    await expectOrders(stack.operator, ordersOfQuery('platform', list.field), list);
  });
});
