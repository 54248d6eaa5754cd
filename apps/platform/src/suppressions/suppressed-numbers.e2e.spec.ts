import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { v7 } from 'uuid';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { InboundTextRepository } from '../sms/inbound/inbound-text.repository.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const BUSY_ONCE = '+15005550161';

/** Two ways in which a line is dialled. */
const SPELLINGS = [
  ['+5511987654321', '+551187654321'],
  ['+525512345678', '+5215512345678'],
  ['+541123456789', '+5491123456789'],
] as const;

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());
const session = usePrepared(() => acme.session());

let count = 300;
const number = () => `+12025550${(count += 1)}`;
const suppress = (Address: string, Sender?: string) => session.post('/api/suppressions', { Address, Sender });
const send = (To: string[], From?: string, headers = {}) =>
  client.post('/v1/sms/send', { To, Body: 'Hello.', From }, headers);

describe('a text to a suppressed number', () => {
  it('is rejected from every sender, naming the number, and nothing of it is sent', async () => {
    const to = number();
    expect((await suppress(`${to.slice(0, 2)} ${to.slice(2, 5)} ${to.slice(5)}`)).body.Suppression).toMatchObject({
      Address: to,
      Sender: null,
    });
    for (const from of [undefined, '+12025550199']) {
      const { status, body } = await send([number(), to], from, { 'idempotency-key': `to-${from?.slice(1)}` });
      expect([status, body.Error.Code]).toEqual([422, 'SuppressedAddress']);
      expect(body.Error.Details).toEqual([{ Field: 'To', Message: expect.stringContaining(to) }]);
    }
    expect((await session.delete(`/api/suppressions/${encodeURIComponent(to)}`)).status).toBe(204);
    expect((await send([to])).status).toBe(202);
  });

  it('is rejected from the sender for which it is suppressed, and accepted from others', async () => {
    const [to, own, other] = [number(), number(), number()];
    expect((await suppress(to, own)).body.Suppression).toMatchObject({ Address: to, Sender: own });
    expect((await send([to], own)).body.Error.Code).toBe('SuppressedAddress');
    expect((await send([to], other)).status).toBe(202);
    expect((await send([to])).status).toBe(202);
    expect((await suppress(to, own)).status).toBe(200);
    expect((await suppress(to)).status).toBe(201);
    expect((await send([to], own)).status).toBe(422);
    const rival = await (await stack.createTenant()).key();
    expect((await rival.post('/v1/sms/send', { To: [to], Body: 'Hello.', From: own })).status).toBe(202);
  });

  it('does not leave if it was accepted before', async () => {
    const { body } = await send([BUSY_ONCE]);
    await messageWithStatus(session, `/api/messages/${body.MessageId}`, 'sending');
    await suppress(BUSY_ONCE);
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    const { Message, Events } = await messageWithStatus(session, `/api/messages/${body.MessageId}`, 'failed');
    expect(Message.Error).toContain('suppressed');
    expect(Events.at(-1)).toMatchObject({ Type: 'failed', Detail: { Suppressed: true } });
  });

  it('is in the audit log without the number', async () => {
    const { body } = await suppress(number(), 'MyShop');
    const [entry] = await stack.sql<{ after: object }>(`select after from audit_entry where object_id = $1`, [
      body.Suppression.Id,
    ]);
    expect(entry?.after).toEqual({ reason: 'manual', source: 'api', sender: 'MyShop' });
  });

  it.each([
    [{ Address: '+1' }, 'Address'],
    [{ Address: 'someone@example.test', Sender: 'MyShop' }, 'Sender'],
    [{ Address: '+12025550143', Sender: 'far too long a name' }, 'Sender'],
    [{ Address: '+12025550143', Sender: '' }, 'Sender'],
  ])('is not made by %j', async (body, field) => {
    const answer = await session.post('/api/suppressions', body);
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([400, field]);
  });
});

describe.each(SPELLINGS.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]))(
  'a line that was texted as %s, and left as %s',
  (texted, left) => {
    const sender = '+12025550177';
    let account: Awaited<ReturnType<typeof newAccount>>;
    beforeEach(async () => {
      account = await newAccount();
    });

    /** An account, and whether a text to the line is accepted, and from there on goes out. */
    async function newAccount() {
      const tenant = await stack.createTenant();
      const [key, user] = [await tenant.key(), await tenant.session()];
      const text = (more: object = {}) =>
        key.post('/v1/sms/send', { To: [texted], Body: 'Hello.', From: sender, ...more });
      return { tenant, user, text, status: async () => (await text()).status };
    }

    async function receive(type: string, payload: object, occurredAt = new Date()): Promise<void> {
      const from = { id: v7(), type, tenantId: account.tenant.id, from: 'crm' };
      const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
      const event = { ...from, payload, occurredAt: occurredAt.toISOString() };
      expect((await crm.post('/internal/events', event)).body.receipt).toBe('applied');
    }

    const says = (Body: string) => account.user.post('/api/sms/inbound', { From: left, To: sender, Body });
    const consent = (suppressed: boolean, more: object = {}) =>
      receive('crm.consent.changed', { notices: [{ channel: 'sms', address: left, suppressed, ...more }] });
    const listed = async () => (await account.user.get('/api/suppressions')).body.Suppressions;

    it('gets no text after a STOP, until START', async () => {
      expect(await account.status()).toBe(202);
      await says('PARAR');
      expect(await account.status()).toBe(422);
      await says('START');
      expect(await account.status()).toBe(202);
    });

    it('has one entry, which is found and deleted by both', async () => {
      for (const Address of [left, texted]) await account.user.post('/api/suppressions', { Address });
      expect(await listed()).toHaveLength(1);
      expect(await account.status()).toBe(422);
      expect((await account.user.delete(`/api/suppressions/${encodeURIComponent(texted)}`)).status).toBe(204);
      expect([await account.status(), await listed()]).toEqual([202, []]);
    });

    it('gets no text for an entry of before, in either spelling, and loses it as a whole', async () => {
      await account.user.post('/api/suppressions', { Address: left });
      await stack.sql('update suppression set address = $2 where tenant_id = $1', [account.tenant.id, left]);
      expect(await account.status()).toBe(422);
      await account.user.post('/api/suppressions', { Address: left });
      expect((await account.user.delete(`/api/suppressions/${encodeURIComponent(left)}`)).status).toBe(204);
      expect(await account.status()).toBe(202);
    });

    it('does not get a text that was accepted before', async () => {
      const { body } = await account.text({ SendAt: new Date(Date.now() + 3_600_000).toISOString() });
      await account.user.post('/api/suppressions', { Address: left });
      await stack.sql(`update suppression set address = $2 where tenant_id = $1`, [account.tenant.id, left]);
      await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [account.tenant.id]);
      const { Events } = await messageWithStatus(account.user, `/api/messages/${body.MessageId}`, 'failed');
      // The carrier gets the number as given, unless that form is no longer in use.
      const messages = 'select recipient from message where tenant_id = $1';
      const recipient = texted.replace('+521', '+52');
      expect(await stack.sql(messages, [account.tenant.id])).toEqual([{ recipient }]);
      expect(Events.at(-1)).toMatchObject({ Type: 'failed', Detail: { Suppressed: true } });
    });

    it('gets no text after a consent was withdrawn, until it is given again', async () => {
      await consent(true);
      expect(await account.status()).toBe(422);
      await consent(false);
      expect(await account.status()).toBe(202);
    });

    it('gets no text after an erasure, until a consent is confirmed', async () => {
      const contact = { contactId: 'cnt_0123456789abcdef', requestId: null, leadIds: [], emails: [] };
      expect(await account.status()).toBe(202);
      await receive('crm.contact.erased', { ...contact, phones: [left] });
      expect(await account.status()).toBe(422);
      const messages = 'select recipient from message where tenant_id = $1';
      expect(await stack.sql(messages, [account.tenant.id])).toEqual([{ recipient: '' }]);
      await consent(false, { confirmed: true });
      expect(await account.status()).toBe(202);
    });
  },
);

it('a STOP to the shared sender is for the tenants that texted the line in any spelling', async () => {
  const inbound = stack.app.get(InboundTextRepository, { strict: false });
  const [[present, former]] = SPELLINGS;
  const { id } = await stack.createTenant();
  const database = stack.app.get(Database, { strict: false });
  await database.tenant(id, (tx) => inbound.insertShared(tx, id, [former]));
  expect(await database.system((tx) => inbound.listSharing(tx, present))).toEqual([id]);
});
