import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

const dns = useStack(() => DnsSink.start());
const mail = useStack(startEventReceiver);
const stack = useStack(() => platformStack({ environment: { DNS_SERVER: dns.server, MAIL_URL: mail.url } }));

interface Shown {
  Purpose: string;
  Name: string;
  Value: string;
  Status: string;
}

function publish(records: Shown[]): void {
  for (const { Purpose, Name, Value } of records)
    if (Purpose === 'ownership' || Purpose === 'dkim') dns.add(Name, 'TXT', Value);
}

describe('a domain that is verified in Mail', () => {
  it('is offered: proven, with keys of its own to publish', async () => {
    const tenant = await stack.createTenant();
    const client = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const payload = { name: 'offered.example', ownershipToken: '0123456789abcdef0123456789abcdef' };
    const occurredAt = new Date().toISOString();
    const event = { id: v7(), type: 'mail.domain.verified', tenantId: tenant.id, from: 'mail', occurredAt, payload };
    expect((await client.post('/internal/events', event)).body.receipt).toBe('applied');
    const session = await tenant.session();
    const [offered] = (await session.get('/api/domains')).body.Domains;
    expect([offered.Name, offered.Status, offered.Keys.length]).toEqual(['offered.example', 'pending', 2]);
    expect(offered.Records[0]).toMatchObject({
      Purpose: 'ownership',
      Value: `service-verification=${payload.ownershipToken}`,
      Status: 'found',
    });
    publish(offered.Records);
    expect((await session.post(`/api/domains/${offered.Id}/verify`, {})).body.Domain.Status).toBe('verified');
  });
});

describe('a domain that is verified here', () => {
  it('is told to Mail, once', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const { Domain } = (await session.post('/api/domains', { Name: 'told.example' })).body;
    publish(Domain.Records);
    for (let n = 0; n < 2; n += 1) await session.post(`/api/domains/${Domain.Id}/verify`, {});
    const isTold = ({ text }: { text: string }) => text.includes('told.example');
    const { payload, type, tenantId } = JSON.parse((await mail.waitFor(isTold)).text);
    expect([type, tenantId]).toEqual(['platform.domain.verified', tenant.id]);
    expect(`service-verification=${payload.ownershipToken}`).toBe(Domain.Records[0].Value);
    expect(mail.requests.filter(isTold)).toHaveLength(1);
  });
});
