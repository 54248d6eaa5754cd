import { simpleParser } from 'mailparser';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { Database, newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import type { Submission } from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import { UnsubscribeService } from '../tracking/unsubscribe/unsubscribe.service.js';
import { SuppressionRepository } from './suppression.repository.js';
import { useStack } from '../../../../test/support/use-stack.js';

const ADDRESS = 'ana@example.test';
const NUMBER = '+15005550123';
const SENDER = '+15005550100';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL: 'https://t.demo.test', SMS_FROM: SENDER } }));

/** An account with a topic of each kind. */
interface Account {
  tenant: TestTenant;
  session: HttpClient;
  key: HttpClient;
}

async function account(): Promise<Account> {
  const tenant = await stack.createTenant();
  const session = await tenant.session();
  for (const [Slug, Transactional] of [
    ['orders', true],
    ['news', false],
  ])
    expect((await session.post('/api/topics', { Name: Slug, Slug, Transactional })).status).toBe(201);
  return { tenant, session, key: await tenant.key() };
}

/** Sends an event as the CRM does. */
async function receive({ tenant }: Account, type: string, payload: object, occurredAt = new Date()): Promise<void> {
  const event = { id: v7(), type, tenantId: tenant.id, from: 'crm', payload, occurredAt: occurredAt.toISOString() };
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  expect((await crm.post('/internal/events', event)).body.receipt).toBe('applied');
}

const CONTACT = { contactId: 'cnt_0123456789abcdef', requestId: null, leadIds: [] };

const erase = (owner: Account, emails: string[], phones: string[] = [], more: object = {}, at?: Date) =>
  receive(owner, 'crm.contact.erased', { ...CONTACT, emails, phones, ...more }, at);

const consent = (owner: Account, notice: object, at?: Date) =>
  receive(owner, 'crm.consent.changed', { notices: [{ channel: 'email', address: ADDRESS, ...notice }] }, at);

const sent = async ({ tenant, key }: Account, to = ADDRESS, TopicId?: string): Promise<number> =>
  (await key.post('/v1/emails/send', { ...tenant.email({ to: [to] }), ...(TopicId && { TopicId }) })).status;

const texted = async ({ key }: Account, TopicId?: string): Promise<number> =>
  (await key.post('/v1/sms/send', { To: [NUMBER], Body: 'Hello.', From: SENDER, ...(TopicId && { TopicId }) })).status;

const suppress = async ({ session }: Account, body: object): Promise<void> => {
  expect((await session.post('/api/suppressions', { Address: ADDRESS, ...body })).status).toBe(201);
};

interface Entry {
  Id: string;
  Address: string;
  Reason: string;
  MessageId: string | null;
  AllowsTransactional: boolean;
}

const entriesOf = async ({ session }: Account, query = ''): Promise<Entry[]> =>
  (await session.get(`/api/suppressions${query}`)).body.Suppressions;

describe('an address whose person was erased', () => {
  it.each([
    ['that nothing had suppressed', undefined, 202],
    ['that unsubscribed', { Reason: 'unsubscribe' }, 422],
    ['that bounced', { Reason: 'bounce' }, 422],
    ['that complained', { Reason: 'complaint' }, 422],
    ['that had left a topic', { TopicId: 'news' }, 202],
    ['that had left a transactional topic', { TopicId: 'orders' }, 422],
  ])('%s gets nothing more, and of transactional topics what it got before', async (_, entry, transactional) => {
    const owner = await account();
    if (entry) await suppress(owner, entry);
    await erase(owner, [ADDRESS]);
    expect([await sent(owner), await sent(owner, ADDRESS, 'news')]).toEqual([422, 422]);
    expect(await sent(owner, ADDRESS, 'orders')).toBe(transactional);
    expect(await sent(owner, 'ANA@Example.test')).toBe(422);
    expect(await sent(owner, 'bia@example.test')).toBe(202);
  });

  it('that withdrew its consent in the CRM gets nothing more', async () => {
    const owner = await account();
    await consent(owner, { suppressed: true });
    await erase(owner, [ADDRESS]);
    expect(await sent(owner)).toBe(422);
  });

  it('is found in every spelling of its mailbox, and in a batch', async () => {
    const owner = await account();
    await erase(owner, ['ana.maria+loja@gmail.com']);
    for (const to of ['ana.maria+loja@gmail.com', 'AnaMaria@googlemail.com']) expect(await sent(owner, to)).toBe(422);
    const Messages = [owner.tenant.email({ to: ['anamaria@gmail.com'] }), owner.tenant.email({ to: [ADDRESS] })];
    const { body } = await owner.key.post('/v1/emails/batch', { Messages });
    expect(body.Results.map((one: { Error?: { Code: string } }) => one.Error?.Code)).toEqual([
      'SuppressedAddress',
      undefined,
    ]);
  });

  it('is held back for the account that erased it alone', async () => {
    const [owner, rival] = [await account(), await account()];
    await erase(owner, [ADDRESS]);
    expect(await sent(rival)).toBe(202);
  });

  it('stands nowhere: its entries name neither it nor a message', async () => {
    const owner = await account();
    await suppress(owner, {});
    await erase(owner, [ADDRESS]);
    const rows = await stack.sql('select * from suppression where tenant_id = $1', [owner.tenant.id]);
    expect(JSON.stringify(rows)).not.toContain('ana');
    const entries = await entriesOf(owner);
    expect(entries.map(({ Address, Reason, MessageId }) => [Address, Reason, MessageId])).toEqual([
      ['erased', 'erased', null],
      ['erased', 'erased', null],
    ]);
    expect(entries.map(({ AllowsTransactional }) => AllowsTransactional).toSorted()).toEqual([false, true]);
    expect(await entriesOf(owner, '?reason=erased')).toHaveLength(2);
    expect(await entriesOf(owner, '?q=erased')).toEqual([]);
    const query = operation('query', 'suppression', { name: 'ID!' }, 'address reason');
    const { suppression } = await graphqlData(owner.session, query, { name: ADDRESS });
    expect(suppression).toEqual({ address: 'erased', reason: 'erased' });
  });

  it('is taken off by nobody by hand, by its entry or by the address', async () => {
    const owner = await account();
    await erase(owner, [ADDRESS]);
    const [{ Id }] = (await entriesOf(owner)) as [Entry];
    for (const name of [Id, ADDRESS]) {
      const { status, body } = await owner.session.delete(`/api/suppressions/${name}`);
      expect([status, body.Error.Code]).toEqual([409, 'Conflict']);
      expect(body.Error.Message).toContain('confirmed consent');
    }
    await suppress(owner, {});
    expect((await owner.session.delete(`/api/suppressions/${ADDRESS}`)).status).toBe(204);
    expect(await sent(owner)).toBe(422);
    expect((await owner.session.post('/api/suppressions', { Address: ADDRESS, Reason: 'erased' })).status).toBe(400);
  });

  it('stays held back if it is erased twice', async () => {
    const owner = await account();
    await suppress(owner, {});
    await erase(owner, [ADDRESS]);
    await suppress(owner, {});
    await erase(owner, [ADDRESS]);
    expect(await sent(owner)).toBe(422);
    expect(await entriesOf(owner)).toHaveLength(2);
  });

  it('keeps what it has if another contact of the account has it, or has consented since', async () => {
    const owner = await account();
    await consent(owner, { suppressed: true });
    await erase(owner, [ADDRESS], [], { heldElsewhere: [ADDRESS] });
    expect((await entriesOf(owner)).map(({ Address }) => Address)).toEqual([ADDRESS]);
    const before = new Date();
    await consent(owner, { suppressed: false, confirmed: true });
    await erase(owner, [ADDRESS], [], {}, new Date(before.getTime() - 60_000));
    expect(await sent(owner)).toBe(202);
  });
});

describe('a message to an address that is erased after the call', () => {
  it('does not leave, even if the erasure did not see it', async () => {
    const owner = await account();
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const email = { ...owner.tenant.email({ to: [ADDRESS] }), SendAt };
    const { body } = await owner.key.post('/v1/emails/send', email);
    const suppressions = stack.app.get(SuppressionRepository, { strict: false });
    const database = stack.app.get(Database);
    await database.tenant(owner.tenant.id, (tx) => suppressions.erase(tx, owner.tenant.id, [ADDRESS]));
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [owner.tenant.id]);
    const { Events } = await messageWithStatus(owner.key, `/v1/emails/${body.MessageId}`, 'failed');
    expect(Events.at(-1)).toMatchObject({ Type: 'failed', Detail: { Suppressed: true } });
  });

  it('suppresses nobody by its link: its recipient is forgotten', async () => {
    const owner = await account();
    const { body } = await owner.key.post('/v1/emails/send', owner.tenant.email({ to: [ADDRESS] }));
    await erase(owner, [ADDRESS]);
    const message = { tenantId: owner.tenant.id, messageId: body.MessageId };
    expect(await stack.app.get(UnsubscribeService, { strict: false }).unsubscribe(message)).not.toBeNull();
    expect((await entriesOf(owner)).map(({ Reason }) => Reason)).toEqual(['erased']);
  });
});

describe('a fresh consent', () => {
  it('of the CRM lifts it if it is confirmed, and not otherwise', async () => {
    const owner = await account();
    await suppress(owner, { Reason: 'bounce' });
    await erase(owner, [ADDRESS]);
    await consent(owner, { suppressed: false });
    expect(await sent(owner)).toBe(422);
    await consent(owner, { suppressed: false, confirmed: true });
    expect(await sent(owner)).toBe(202);
    expect(await entriesOf(owner)).toEqual([]);
  });

  it('by the link of a list that asks lifts it; the mail that asks is sent', async () => {
    const [owner, email] = [await account(), 'clara@example.test'];
    await erase(owner, [email]);
    const list = (await owner.session.post('/api/lists', { Name: 'News', DoubleOptIn: true })).body.List.Id;
    const { body } = await owner.session.post('/api/contacts', { Email: email });
    await owner.session.post(`/api/lists/${list}/members`, { ContactIds: [body.Contact.Id] });
    const { raw } = await stack.mail.waitFor(({ to }) => to.includes(email));
    expect(await sent(owner, email)).toBe(422);
    const [path] = /\/t\/l\/[\w.~-]+/.exec((await simpleParser(raw)).text ?? '') ?? [''];
    expect((await stack.anonymous.send('POST', path)).text).toContain('You are subscribed');
    expect(await sent(owner, email)).toBe(202);
  });

  it('is not asked for by mail at an address that bounced', async () => {
    const owner = await account();
    const email = 'gone@example.test';
    await suppress(owner, { Address: email, Reason: 'bounce' });
    await erase(owner, [email]);
    const list = (await owner.session.post('/api/lists', { Name: 'News', DoubleOptIn: true })).body.List.Id;
    const { body } = await owner.session.post('/api/contacts', { Email: email });
    await owner.session.post(`/api/lists/${list}/members`, { ContactIds: [body.Contact.Id] });
    const jobs = () =>
      stack.sql(`select from outbox where tenant_id = $1 and kind = 'list.ask-member'`, [owner.tenant.id]);
    await waitUntil(async () => (await jobs()).length === 0, { what: 'the job' });
    expect(await stack.sql('select from message where tenant_id = $1', [owner.tenant.id])).toEqual([]);
  });
});

describe('a number whose person was erased', () => {
  it('gets no text, until a confirmed consent', async () => {
    const owner = await account();
    expect(await texted(owner)).toBe(202);
    await erase(owner, [], [NUMBER]);
    expect([await texted(owner), await texted(owner, 'orders')]).toEqual([422, 202]);
    await consent(owner, { channel: 'sms', address: NUMBER, suppressed: false, confirmed: true });
    expect(await texted(owner)).toBe(202);
  });

  it('that sent STOP gets none of the sender, of a transactional topic neither', async () => {
    const owner = await account();
    await suppress(owner, { Address: NUMBER, Sender: SENDER, Reason: 'unsubscribe' });
    await erase(owner, [], [NUMBER]);
    expect(await texted(owner, 'orders')).toBe(422);
  });
});

it('the look-up of a call uses its index, of a tenant that suppressed many', async () => {
  const { tenant } = await account();
  await stack.sql(
    `insert into suppression (tenant_id, address, topic, id, position, reason, source)
     select $1, n || '@example.test', '', gen_random_uuid(), n, 'manual', 'api' from generate_series(1, 20000) n`,
    [tenant.id],
  );
  await stack.sql('analyze suppression');
  let plan = '';
  await stack.app.get(Database).tenants([tenant.id], async (tx) => {
    const query = async ({ text }: { text: string }, values: unknown[]) => {
      plan = JSON.stringify((await tx.query(`explain (format json) ${text}`, values)).rows);
      return { rows: [], rowCount: 0 };
    };
    await stack.app.get(SubmissionRepository, { strict: false }).insert({ query } as never, [submissionOf(tenant)]);
  });
  const [, ofSuppression] = /"Relation Name":"suppression".*?"Index Cond":"([^"]*)"/.exec(plan) ?? [];
  expect(ofSuppression).toContain('address = ');
});

const submissionOf = ({ id: tenantId }: TestTenant): Submission => ({
  tenantId,
  channel: 'email',
  environment: 'live',
  messages: [{ id: newId('msg'), recipient: ADDRESS }],
  sender: 'shop@example.test',
  subject: 'Hello',
  content: { text: 'x', html: null, to: [], cc: [], replyTo: [], headers: null, attachments: null, data: null },
  tags: null,
  templateId: null,
  sendAt: null,
  requiredDomain: null,
  idempotency: null,
  quota: null,
  dailyRamp: null,
  counted: false,
  apiCalls: 0,
});
