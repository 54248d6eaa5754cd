import { beforeAll, describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { TrackingLinks } from '../../tracking/links/tracking-links.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() =>
  platformStack({ environment: { PUBLIC_URL: 'http://127.0.0.1:1', OUTBOUND_ALLOW: hooks.host } }),
);
const tenant = usePrepared(() => stack.createTenant());
const client = usePrepared(() => tenant.key());
const member = usePrepared(() => tenant.session('admin'));

beforeAll(async () => {
  await client.post('/v1/push/devices', { Token: 'phone', Platform: 'android' });
});
const shown = async (id: string) => (await member.get(`/api/messages/${id}`)).body;

async function sendOne(): Promise<string> {
  const { body } = await client.post('/v1/push/send', {
    Notification: { Title: 'a', Body: 'b' },
    DeviceTokens: ['phone'],
  });
  await waitUntil(async () => (await shown(body.MessageId)).Message.Status === 'sent');
  return body.MessageId;
}

/** The path to which the device posts. */
function receiptOf(messageId: string): string {
  const links = stack.app.get(TrackingLinks, { strict: false });
  const url = links.receipt({ tenantId: tenant.id, messageId: messageId as `psh_${string}` });
  return new URL(url!).pathname;
}

const typesOf = ({ Events }: { Events: { Type: string }[] }) => Events.map(({ Type }) => Type);

describe('a receipt of a device', () => {
  it('makes the message delivered, once, and is told to webhooks', async () => {
    await member.post('/api/webhooks', { Url: `${hooks.url}/push`, Events: ['push.delivered'] });
    const id = await sendOne();
    for (let n = 0; n < 2; n += 1) expect((await stack.anonymous.post(receiptOf(id), {})).status).toBe(204);
    const detail = await shown(id);
    expect([detail.Message.Status, typesOf(detail)]).toEqual(['delivered', ['queued', 'sent', 'delivered']]);
    const { text } = await hooks.waitFor(({ path }) => path === '/push');
    expect(JSON.parse(text)).toMatchObject({ EventType: 'push.delivered', Data: { MessageId: id } });
  });

  it('that is forged is not found, and changes nothing', async () => {
    const id = await sendOne();
    const path = receiptOf(id);
    const forged = path.replace(/.$/, (end) => (end === 'A' ? 'E' : 'A'));
    expect((await stack.anonymous.post(forged, {})).status).toBe(404);
    expect((await stack.anonymous.post(path.replace('/t/r/', '/t/u/'), {})).status).toBe(404);
    expect((await shown(id)).Message.Status).toBe('sent');
  });

  it('for a message that is gone is not found', async () => {
    expect((await stack.anonymous.post(receiptOf('psh_0123456789abcdef'), {})).status).toBe(404);
  });

  it('of a message that failed changes nothing', async () => {
    const id = await sendOne();
    await stack.sql(`update message set status = 'failed' where id = $1`, [id]);
    expect((await stack.anonymous.post(receiptOf(id), {})).status).toBe(204);
    expect(typesOf(await shown(id))).toEqual(['queued', 'sent']);
  });
});
