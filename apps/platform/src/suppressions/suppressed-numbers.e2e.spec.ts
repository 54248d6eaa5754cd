import { describe, expect, it } from 'vitest';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const BUSY_ONCE = '+15005550161';

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
