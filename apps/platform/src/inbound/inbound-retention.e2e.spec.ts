import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { deepGraphqlNames } from '../../../../test/support/graphql-names.js';
import { graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { storeReceivedEmail } from '../../../../test/support/received-email.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { Maintenance } from '../maintenance/maintenance.service.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api', KEEP_INBOUND_DAYS: '10' } }));
const acme = usePrepared(() => stack.createTenant());

const ADDRESS = '{ address name }';
const READ = operation(
  'query',
  'receivedEmail',
  { id: 'ID!' },
  `id routeId envelopeFrom recipients from ${ADDRESS} subject bytes receivedAt readAt internetMessageId inReplyTo references
   to ${ADDRESS} cc ${ADDRESS} replyTo ${ADDRESS} date text html headers { name value }
   attachments { index fileName contentType bytes contentId url } rawUrl autoSubmitted verdicts { spf dkim dmarc }`,
);
const LIST = operation('query', 'receivedEmails', {}, `edges { node { id subject from ${ADDRESS} } }`);

const store = (tenant: TestTenant, to = `x@${tenant.slug}.test`) => storeReceivedEmail(stack, tenant.id, to);

async function listed(tenant: TestTenant): Promise<string[]> {
  const { body } = await (await tenant.session()).get('/api/inbound/emails');
  return body.Emails.map(({ Id }: { Id: string }) => Id);
}

/** Erases a person, as the CRM tells it. */
async function erase(tenant: TestTenant, person: string): Promise<void> {
  const payload = { contactId: 'cnt_0123456789abcdef', requestId: null, emails: [person], phones: [], leadIds: [] };
  const occurredAt = new Date().toISOString();
  const event = { id: v7(), type: 'crm.contact.erased', tenantId: tenant.id, from: 'crm', payload, occurredAt };
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  expect((await crm.post('/internal/events', event)).body.receipt).toBe('applied');
}

const filesOf = (id: string) => stack.sql('select index from received_attachment where email_id = $1', [id]);

describe('received mail', () => {
  it('is deleted with its files when its days are over', async () => {
    const [old, recent] = [await store(acme), await store(acme)];
    await stack.sql(`update received_email set received_at = now() - interval '11 days' where id = $1`, [old]);
    await stack.sql(`update received_email set received_at = now() - interval '9 days' where id = $1`, [recent]);
    expect((await stack.app.get(Maintenance, { strict: false }).run()).received).toBe(1);
    expect(await listed(acme)).toEqual([recent]);
    expect(await filesOf(old)).toEqual([]);
    expect(await filesOf(recent)).toHaveLength(1);
  });

  it.each([
    ['its sender', 'ana@example.test', `update received_email set envelope_from = 'Ana@Example.test', content = null`],
    ['its author', 'ana@example.test', `update received_email set envelope_from = ''`],
    ['its recipient', 'bia@example.test', `update received_email set recipients = array['Bia@Example.test']`],
    [
      'one that it names beside',
      'cleo@example.test',
      `update received_email set content = jsonb_set(content, '{cc}', '[{"name": "", "address": "Cleo@example.test"}]')`,
    ],
  ])('goes with %s, and no other', async (_, person, change) => {
    const [tenant, rival] = [await stack.createTenant(), await stack.createTenant()];
    const mine = await store(tenant);
    const theirs = await store(rival);
    await stack.sql(`${change} where id = any($1)`, [[mine, theirs]]);
    const kept = await store(tenant);
    await stack.sql(
      `update received_email set envelope_from = 'dora@example.test', content = content - 'from' - 'cc' where id = $1`,
      [kept],
    );
    await erase(tenant, person);
    expect(await listed(tenant)).toEqual([kept]);
    expect(await listed(rival)).toEqual([theirs]);
    expect(await filesOf(mine)).toEqual([]);
  });
});

interface Total {
  tenant_id: string;
  bytes: number;
}

describe('the total of received mail', () => {
  /** Totals that are kept, and the sums of the rows. */
  const totals = async (...tenants: TestTenant[]) => {
    const ids = tenants.map(({ id }) => id);
    const [kept, summed] = await Promise.all([
      stack.sql<Total>('select tenant_id, bytes::int from received_total where tenant_id = any($1) order by 1', [ids]),
      stack.sql<Total>(
        `select tenant_id, sum(greatest(bytes, 16384))::int as bytes from received_email
          where tenant_id = any($1) group by 1 order by 1`,
        [ids],
      ),
    ]);
    return { kept: kept.filter(({ bytes }) => bytes !== 0), summed };
  };

  it('is the sum of its rows after mail has come, at once as well', async () => {
    const tenants = [await stack.createTenant(), await stack.createTenant()];
    await Promise.all([1, 2, 3, 4].flatMap(() => tenants.map((tenant) => store(tenant))));
    await stack.sql(
      `insert into received_email (tenant_id, id, route_id, envelope_from, recipients, client, hash, bytes, received_at)
       select tenant, 'inb_' || lpad(to_hex(n), 16, '0'), 'irt_0', '', '{}', '{}', '', n * 10000, now()
         from unnest($1::text[]) tenant, generate_series(1, 3) n`,
      [tenants.map(({ id }) => id)],
    );
    const { kept, summed } = await totals(...tenants);
    expect(kept).toEqual(summed);
    expect(kept.map(({ bytes }) => bytes)).toEqual([1, 2].map(() => 4 * 16_384 + 16_384 + 20_000 + 30_000));
  });

  it('is so after its days are over, and after a person is erased', async () => {
    const tenants = [await stack.createTenant(), await stack.createTenant()];
    const stored = [];
    for (const tenant of tenants) for (let time = 0; time < 3; time += 1) stored.push(await store(tenant));
    await stack.sql(`update received_email set received_at = now() - interval '11 days' where id = any($1)`, [
      [stored[0], stored[3]],
    ]);
    expect((await stack.app.get(Maintenance, { strict: false }).run()).received).toBe(2);
    const expired = await totals(...tenants);
    expect(expired.kept).toEqual(expired.summed);
    expect(expired.kept.map(({ bytes }) => bytes)).toEqual([2 * 16_384, 2 * 16_384]);
    await erase(tenants[0]!, 'ana@example.test');
    const erased = await totals(...tenants);
    expect(erased.kept).toEqual(erased.summed);
    expect(erased.kept).toHaveLength(1);
  });
});

describe('received e-mails by GraphQL', () => {
  it('are as on REST', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('member');
    const id = await store(tenant);
    const whole = await graphqlData(client, READ, { id });
    const { Email } = (await client.get(`/api/inbound/emails/${id}`)).body;
    expect(whole.receivedEmail).toEqual(deepGraphqlNames(Email));
    const { edges } = (await graphqlData(client, LIST)).receivedEmails;
    expect(edges).toEqual([{ node: { id, subject: 'Hello', from: { address: 'ana@example.test', name: 'Ana' } } }]);
    expect(await graphqlCodes(await acme.session(), READ, { id })).toEqual(['NotFound']);
  });
});
