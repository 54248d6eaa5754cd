import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { ManagedMailDomain } from '../../../../test/support/mail-domains.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

const dns = useStack(() => DnsSink.start());
const platform = useStack(startEventReceiver);
const stack = useStack(() => mailStack({ DNS_SERVER: dns.server, PLATFORM_URL: platform.url }));

const TOKEN = '0123456789abcdef0123456789abcdef';

/** Tells Mail of a domain that the tenant has verified on Platform. */
async function receive(tenant: MailTenant, name: string, ownershipToken = TOKEN, id = v7()): Promise<string> {
  const client = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const occurredAt = new Date().toISOString();
  const payload = { name, ownershipToken };
  const event = { id, type: 'platform.domain.verified', tenantId: tenant.id, from: 'platform', occurredAt, payload };
  return (await client.post('/internal/events', event)).body.receipt;
}

async function domainsOf(tenant: MailTenant) {
  const session = await tenant.session();
  const orgId = (await session.get('/orgs')).body.orgs[0].id;
  return (await session.get(`/orgs/${orgId}/domains`)).body.domains;
}

const proofOf = (records: { purpose: string; value: string; status: string }[]) =>
  records.filter(({ purpose }) => purpose === 'ownership').map(({ value, status }) => [value, status])[0];

describe('a domain that is verified on Platform', () => {
  it('is offered: proven, with keys of its own to publish', async () => {
    const tenant = await stack.createTenant();
    const id = v7();
    expect(await receive(tenant, 'offered.example', TOKEN, id)).toBe('applied');
    expect(await receive(tenant, 'offered.example', TOKEN, id)).toBe('duplicate');
    const [offered, ...others] = await domainsOf(tenant);
    expect([offered.name, offered.status, others]).toEqual(['offered.example', 'pending', []]);
    const session = await tenant.session();
    const { records, keys } = (await session.get(`/domains/${offered.id}`)).body;
    expect(proofOf(records)).toEqual([`service-verification=${TOKEN}`, 'found']);
    expect(keys.map(({ state }: { state: string }) => state)).toEqual(['pending', 'pending']);
    for (const { purpose, type, name, value } of records)
      if (purpose === 'dkim' || purpose === 'ownership') dns.add(name, type, value);
    expect((await session.post(`/domains/${offered.id}/verify`, {})).body.status).toBe('verified');
  });

  it('is not believed to be verified: DNS decides', async () => {
    const tenant = await stack.createTenant();
    await receive(tenant, 'forged.example', 'f'.repeat(32));
    const [{ id }] = await domainsOf(tenant);
    const { body } = await (await tenant.session()).post(`/domains/${id}/verify`, {});
    expect([body.status, proofOf(body.records)?.[1]]).toEqual(['pending', 'missing']);
  });

  it('proves one that waits here, by the record that is published already', async () => {
    const domain = await ManagedMailDomain.add(stack, dns, 'waiting.example');
    await receive(domain.tenant, 'waiting.example');
    expect(proofOf((await domain.read()).records)).toEqual([`service-verification=${TOKEN}`, 'found']);
    expect(await domainsOf(domain.tenant)).toHaveLength(1);
  });

  it('changes nothing of one that is verified here, and nothing of other accounts', async () => {
    const domain = await ManagedMailDomain.verified(stack, dns, 'kept.example');
    const rival = await stack.createTenant();
    await receive(domain.tenant, 'kept.example');
    await receive(rival, 'kept.example');
    const { status, records } = await domain.read();
    expect([status, proofOf(records)?.[0]]).toEqual(['verified', domain.records[0]?.value]);
    expect((await domainsOf(rival)).map((one: { status: string }) => one.status)).toEqual(['pending']);
  });

  it('is not offered beyond the limit', async () => {
    const domain = await ManagedMailDomain.add(stack, dns);
    await stack.sql(
      `insert into mail_domain (tenant_id, id, organisation_id, name)
       select $1, gen_random_uuid(), $2, 'n' || n || '.example' from generate_series(1, 99) n`,
      [domain.tenant.id, domain.orgId],
    );
    expect(await receive(domain.tenant, 'beyond.example')).toBe('applied');
    const [{ count }] = (await stack.sql('select count(*)::int as count from mail_domain where tenant_id = $1', [
      domain.tenant.id,
    ])) as [{ count: number }];
    expect(count).toBe(100);
  });
});

describe('a domain that is verified here', () => {
  it('is told to Platform, once', async () => {
    const domain = await ManagedMailDomain.verified(stack, dns, 'told.example');
    await domain.verify();
    const isTold = ({ text }: { text: string }) => text.includes('told.example');
    const { payload, type, tenantId } = JSON.parse((await platform.waitFor(isTold)).text);
    expect([type, tenantId]).toEqual(['mail.domain.verified', domain.tenant.id]);
    const token = domain.records[0]?.value.split('=')[1];
    expect(payload).toEqual({ name: 'told.example', ownershipToken: token });
    const [{ sent }] = (await stack.sql(
      `select count(*)::int as sent from audit_entry where object_id = $1 and action = 'domain.verified'`,
      [domain.id],
    )) as [{ sent: number }];
    expect(sent).toBe(1);
    expect(platform.requests.filter(isTold)).toHaveLength(1);
  });
});
