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
    const payload = { contactId: 'cnt_0123456789abcdef', requestId: null, emails: [person], phones: [], leadIds: [] };
    const occurredAt = new Date().toISOString();
    const event = { id: v7(), type: 'crm.contact.erased', tenantId: tenant.id, from: 'crm', payload, occurredAt };
    const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    expect((await crm.post('/internal/events', event)).body.receipt).toBe('applied');
    expect(await listed(tenant)).toEqual([kept]);
    expect(await listed(rival)).toEqual([theirs]);
    expect(await filesOf(mine)).toEqual([]);
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
