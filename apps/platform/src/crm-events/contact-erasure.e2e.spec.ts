import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { waitUntil } from '#libs/test/testing';
import { RegisteredTables } from '#libs/privacy/data-rights';
import { fillColumns, filledColumns } from '../../../../test/support/filled-columns.js';
import { ENTITIES } from '../entities.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);

/** Columns that may be empty, and keep what they have in the rows of an erased person, with the reason. */
const STAYS: Record<string, string> = {
  'message.campaign_id': 'Counts of the campaign',
  'message.scheduled_at': 'When it was to be sent',
  'message.sent_at': 'When it was sent',
  'message.template_id': 'Counts of the template',
  'message.topic': 'Counts of the topic',
};

/** Sends an event as the CRM does. */
async function erase(tenant: TestTenant, emails: string[], phones: string[] = []): Promise<string> {
  const payload = { contactId: 'cnt_0123456789abcdef', requestId: null, emails, phones, leadIds: [] };
  const event = { id: v7(), type: 'crm.contact.erased', tenantId: tenant.id, from: 'crm', payload };
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  return (await crm.post('/internal/events', { ...event, occurredAt: new Date().toISOString() })).body.receipt;
}

it('an erased contact leaves its lists, and no other account loses anything', async () => {
  const [acme, rival] = [await stack.createTenant(), await stack.createTenant()];
  for (const tenant of [acme, rival]) {
    const session = await tenant.session();
    expect((await session.post('/api/contacts', { Email: 'Ana@example.test' })).status).toBe(201);
    expect((await session.post('/api/contacts', { Email: 'bia@example.test' })).status).toBe(201);
    await stack.sql(
      `with list as (
         insert into contact_list (tenant_id, id, name, slug, member_count) values ($1, 'lst_' || right($1, 16), 'Todos', 'todos', 2)
         returning id)
       insert into contact_list_member (tenant_id, list_id, contact_id)
       select $1, list.id, contact.id from list, contact where contact.tenant_id = $1`,
      [tenant.id],
    );
  }
  expect(await erase(acme, ['ana@example.test'])).toBe('applied');
  const left = async (tenant: TestTenant) =>
    await stack.sql(
      `select email, (select member_count from contact_list where tenant_id = $1) as members
         from contact where tenant_id = $1 order by email`,
      [tenant.id],
    );
  expect(await left(acme)).toEqual([{ email: 'bia@example.test', members: 1 }]);
  expect(await left(rival)).toEqual([
    { email: 'Ana@example.test', members: 2 },
    { email: 'bia@example.test', members: 2 },
  ]);
});

it('each column that may be empty is, in every row that stays', async () => {
  const tenant = await stack.createTenant();
  const key = await tenant.key();
  const email = { ...tenant.email({ to: ['ana@example.test'] }), Tags: { user: 'ana' } };
  expect((await key.post('/v1/emails/send', email)).status).toBe(202);
  const session = await tenant.session();
  await waitUntil(async () => (await session.get('/api/messages')).body.Messages[0]?.Status === 'sent');
  const tables = new RegisteredTables(ENTITIES).erased;
  const sql = stack.sql.bind(stack);
  expect(await fillColumns(sql, tables, tenant.id, Object.keys(STAYS))).toEqual([]);
  expect(await erase(tenant, ['ana@example.test'])).toBe('applied');
  const filled = await filledColumns(sql, tables, tenant.id);
  expect(filled.filter((column) => !STAYS[column])).toEqual([]);
});

it('a message that waits for an erased contact is cancelled', async () => {
  const tenant = await stack.createTenant();
  const key = await tenant.key();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { status, text } = await key.post('/v1/emails/send', tenant.email({ to: ['ana@example.test'], SendAt: later }));
  expect(status, text).toBe(202);
  await erase(tenant, ['ana@example.test']);
  const rows = await stack.sql('select status, recipient, subject from message where tenant_id = $1', [tenant.id]);
  expect(rows).toEqual([{ status: 'cancelled', recipient: '', subject: '' }]);
});

it('a tag that only an erased contact had is in no report; one that others have stays', async () => {
  const tenant = await stack.createTenant();
  const key = await tenant.key();
  const send = (to: string, Tags: object) => key.post('/v1/emails/send', { ...tenant.email({ to: [to] }), Tags });
  await send('ana@example.test', { user: 'ana@example.test', plan: 'free' });
  await send('bia@example.test', { user: 'bia@example.test', plan: 'free' });
  await erase(tenant, ['ana@example.test']);
  const session = await tenant.session();
  const valuesOf = async (name: string) =>
    (await session.get(`/api/reports/groups?by=tag&key=${name}`)).body.Groups.map(
      ({ Value }: { Value: string }) => Value,
    );
  expect(await valuesOf('user')).toEqual(['user:bia@example.test']);
  expect(await valuesOf('plan')).toEqual(['plan:free']);
});

it('a message whose MIME the sender wrote is erased as a whole, since its headers name the recipients', async () => {
  const tenant = await stack.createTenant();
  const key = await tenant.key();
  const raw = `From: ${tenant.source}\r\nTo: ana@example.test, bia@example.test\r\n\r\nThe offer\r\n`;
  const { body } = await key.post('/v1/emails/send', {
    Source: tenant.source,
    Destination: { ToAddresses: ['ana@example.test', 'bia@example.test'] },
    Raw: { Data: Buffer.from(raw).toString('base64') },
  });
  await erase(tenant, ['ana@example.test']);
  const [content] = await stack.sql(
    `select raw, body_text as text, to_addresses as to from message_content where id = $1`,
    [body.MessageId],
  );
  expect(content).toEqual({ raw: null, text: expect.stringContaining('The offer'), to: ['bia@example.test'] });
  expect(await stack.sql(`select from message_attachment where content_id = $1`, [body.MessageId])).toEqual([]);
});
