import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack());
let tenant: TestTenant;
let session: HttpClient;
let segmentId: string;
let seconds = 0;

beforeEach(async () => {
  tenant = await stack.createTenant();
  session = await tenant.session();
  segmentId = v7();
});

const tick = () => new Date(Date.UTC(2026, 7, 28) + ++seconds * 1_000).toISOString();

async function receive(type: string, payload: object, occurredAt = tick()): Promise<string> {
  const event = { id: v7(), type, tenantId: tenant.id, from: 'crm', occurredAt, payload };
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  return (await crm.post('/internal/events', event)).body.receipt;
}

const tell = (members: Record<string, string | null>, at?: string) =>
  receive(
    'crm.segment.members-changed',
    {
      segmentId,
      name: 'Clientes',
      members: Object.entries(members).map(([contactId, email]) => ({ contactId, email, name: null })),
    },
    at,
  );

/** The list, with the addresses of its members; null if there is none. */
async function shown() {
  const [list] = await stack.sql<{ id: string; name: string; count: number }>(
    'select id, name, member_count as count from contact_list where tenant_id = $1 and slug = $2',
    [tenant.id, `segmento-${segmentId}`],
  );
  if (!list) return null;
  const members = await stack.sql<{ email: string }>(
    `select email from contact_list_member member join contact on contact.tenant_id = member.tenant_id
        and contact.id = member.contact_id where member.list_id = $1 order by email`,
    [list.id],
  );
  expect(list.count).toBe(members.length);
  return { name: list.name, emails: members.map(({ email }) => email) };
}

describe('a segment of the CRM that is a list', () => {
  it('has the addresses of its members, as they come, leave and change', async () => {
    await session.post('/api/contacts', { Email: 'ana@example.com', Name: 'Ana' });
    expect(await tell({ cnt_1: 'ana@example.com', cnt_2: 'bia@example.com', cnt_3: null })).toBe('applied');
    expect(await shown()).toMatchObject({ name: 'Clientes', emails: ['ana@example.com', 'bia@example.com'] });
    const { Contacts } = (await session.get('/api/contacts')).body;
    expect(Contacts.map(({ Name }: { Name: string | null }) => Name).toSorted()).toEqual(['Ana', null]);
    await tell({ cnt_1: 'ana@outra.com', cnt_2: null });
    expect(await shown()).toMatchObject({ emails: ['ana@outra.com'] });
  });

  it('takes no older event for a newer one, and each once', async () => {
    const [early, late] = [tick(), tick()];
    await tell({ cnt_1: null }, late);
    await tell({ cnt_1: 'ana@example.com', cnt_2: 'bia@example.com' }, early);
    expect(await shown()).toMatchObject({ emails: ['bia@example.com'] });
  });

  it('keeps an address that another of its contacts has', async () => {
    await tell({ cnt_1: 'ana@example.com', cnt_2: 'ANA@example.com' });
    await tell({ cnt_1: null });
    expect(await shown()).toMatchObject({ emails: ['ana@example.com'] });
    await tell({ cnt_2: null });
    expect(await shown()).toMatchObject({ emails: [] });
  });

  it('is deleted when it ends, and not brought back by an older event', async () => {
    const early = tick();
    await tell({ cnt_1: 'ana@example.com' });
    await receive('crm.segment.list-ended', { segmentId });
    expect(await shown()).toBeNull();
    await tell({ cnt_2: 'bia@example.com' }, early);
    expect(await shown()).toBeNull();
    await tell({ cnt_3: 'caio@example.com' });
    expect(await shown()).toMatchObject({ emails: ['caio@example.com'] });
  });

  it('forgets an erased person', async () => {
    await tell({ cnt_1: 'ana@example.com', cnt_2: 'bia@example.com' });
    const erased = {
      contactId: 'cnt_1',
      requestId: null,
      emails: ['ana@example.com'],
      phones: [],
      leadIds: [],
      heldElsewhere: [],
    };
    expect(await receive('crm.contact.erased', erased)).toBe('applied');
    expect(await shown()).toMatchObject({ emails: ['bia@example.com'] });
    const rows = await stack.sql(
      'select crm_contact_id as id from segment_list_member where tenant_id = $1 and contact_id is not null',
      [tenant.id],
    );
    expect(rows).toEqual([{ id: 'cnt_2' }]);
  });
});
