import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const key = usePrepared(() => acme.key());
const session = usePrepared(() => acme.session());

beforeAll(async () => {
  await session.post('/api/topics', { Name: 'News' });
  await session.post('/api/topics', { Name: 'Offers' });
});
const LATER = new Date(Date.now() + 3_600_000).toISOString();
let count = 500;

/** A recipient of a channel, and a message to it. */
interface Recipient {
  address: string;
  field: string;
  send: (TopicId?: string, more?: object) => ReturnType<HttpClient['post']>;
}

const CHANNELS: Record<string, () => Promise<Recipient>> = {
  'a text': async () => {
    const address = `+12025550${(count += 1)}`;
    const send = (TopicId?: string, more = {}) =>
      key.post('/v1/sms/send', { To: [address], Body: 'Hello.', TopicId, ...more });
    return { address, field: 'To', send };
  },
  'a push message': async () => {
    const Token = `phone-${(count += 1)}`;
    const { body } = await key.post('/v1/push/devices', { Token, Platform: 'android' });
    const send = (TopicId?: string, more = {}) =>
      key.post('/v1/push/send', {
        DeviceTokens: [Token],
        Notification: { Title: 'Hi', Body: 'Hello.' },
        TopicId,
        ...more,
      });
    return { address: body.Device.Id, field: 'DeviceTokens', send };
  },
};

const suppress = (Address: string, TopicId?: string) => session.post('/api/suppressions', { Address, TopicId });
const codeOf = async (answer: ReturnType<HttpClient['post']>) =>
  (await answer).body.Error?.Code ?? (await answer).status;

describe.each(Object.entries(CHANNELS))('%s', (_, createRecipient) => {
  it('of a topic is held back from who has left the topic, and nothing else is', async () => {
    const { address, field, send } = await createRecipient();
    const { status, body } = await suppress(address, 'news');
    expect([status, body.Suppression.Reason]).toEqual([201, 'unsubscribe']);
    expect(body.Suppression.TopicId).toMatch(/^top_/);
    const refused = await send('news');
    expect([refused.status, refused.body.Error.Code]).toEqual([422, 'SuppressedAddress']);
    expect(refused.body.Error.Details).toEqual([{ Field: field, Message: expect.stringContaining(address) }]);
    expect(await codeOf(send('offers'))).toBe(202);
    expect(await codeOf(send())).toBe(202);
    expect((await session.delete(`/api/suppressions/${body.Suppression.Id}`)).status).toBe(204);
    expect(await codeOf(send('news'))).toBe(202);
  });

  it('does not leave if its recipient left the topic after it was accepted', async () => {
    const { address, send } = await createRecipient();
    const { MessageId } = (await send('news', { SendAt: LATER })).body;
    expect((await suppress(address, 'news')).status).toBe(201);
    await stack.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [acme.id]);
    const { Events } = await messageWithStatus(session, `/api/messages/${MessageId}`, 'failed');
    expect(Events.at(-1).Detail).toMatchObject({ Suppressed: true });
  });

  it('names a topic of the account', async () => {
    const { send } = await createRecipient();
    const { status, body } = await send('nothing');
    expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'TopicId']);
  });
});

describe('a suppression of a topic', () => {
  it('is refused for an unknown topic, an unknown device, and a device of another account', async () => {
    const { address } = await CHANNELS['a push message']!();
    const rival = await (await stack.createTenant()).session();
    const answers = [
      await suppress('+12025550999', 'nothing'),
      await suppress('00000000-0000-4000-8000-000000000000'),
      await rival.post('/api/suppressions', { Address: address }),
      await session.post('/api/suppressions', { Address: address, Sender: 'MyShop' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.Error.Details[0].Field])).toEqual([
      [422, 'TopicId'],
      [400, 'Address'],
      [400, 'Address'],
      [400, 'Sender'],
    ]);
  });

  it('without a topic holds everything from a device, and is found by the id of the device', async () => {
    const { address, send } = await CHANNELS['a push message']!();
    await suppress(address);
    expect(await codeOf(send())).toBe('SuppressedAddress');
    expect((await session.get(`/api/suppressions/${address}`)).body.Suppression).toMatchObject({
      Address: address,
      Reason: 'manual',
      TopicId: null,
    });
  });
});
