import { describe, expect, it } from 'vitest';
import { FcmService } from '../support/fcm-service.js';
import type { HttpClient } from '../support/http-client.js';
import { messageWithStatus } from '../support/message-status.js';
import { platformStack, type TestTenant } from '../support/platform-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const SHARED = 'shared-project';
const Notification = { Title: 'Flash sale', Body: 'Today only.' };

const fcm = useStack(() => FcmService.start());
const stack = useStack(() => {
  const FCM_SERVICE_ACCOUNT = fcm.createAccount(SHARED, `${fcm.url}/token`);
  return platformStack({ environment: { FCM_URL: fcm.url, FCM_SERVICE_ACCOUNT } });
});
const shop = usePrepared(() => stack.createTenant());
const attacker = usePrepared(() => stack.createTenant());

/** Sends to a topic with a live key; the message's detail once it is sent. */
async function sendTo(tenant: TestTenant, topic: string) {
  const key: HttpClient = (await tenant.createKey([], 'live')).client;
  const { body } = await key.post('/v1/push/send', { Notification, Topic: topic });
  const { Message } = await messageWithStatus(await tenant.session(), `/api/messages/${body.MessageId}`, 'sent');
  return Message;
}

describe('two tenants that share the FCM account of the installation', () => {
  it('have two topics by the same name, and each is told which one to subscribe to', async () => {
    const first = await sendTo(shop, 'news');
    const second = await sendTo(attacker, 'news');
    expect(fcm.topicsOf(SHARED).slice(-2)).toEqual([`${shop.id}.news`, `${attacker.id}.news`]);
    expect([first.SubscribeTo, second.SubscribeTo]).toEqual([`${shop.id}.news`, `${attacker.id}.news`]);
    expect(first.To).toBe('topic:news');
  });

  it.each(['news', '.news', '%2E%2E', '..', '~.news'])(
    "cannot reach each other's topics by the full name and %s",
    async (topic) => {
      await sendTo(attacker, `${shop.id}.${topic}`);
      expect(fcm.topicsOf(SHARED).at(-1)).toBe(`${attacker.id}.${shop.id}.${topic}`);
    },
  );

  it('can name a topic with every character that FCM allows', async () => {
    const topic = 'AZaz09-_.~%';
    expect((await sendTo(shop, topic)).SubscribeTo).toBe(`${shop.id}.${topic}`);
    expect(fcm.topicsOf(SHARED).at(-1)).toMatch(/^[a-zA-Z0-9-_.~%]+$/);
  });

  it('see no SubscribeTo on messages to devices', async () => {
    const key = await shop.key();
    await key.post('/v1/push/devices', { Token: 'sandbox-phone', Platform: 'android' });
    const { body } = await key.post('/v1/push/send', { Notification, DeviceTokens: ['sandbox-phone'] });
    const path = `/api/messages/${body.MessageId}`;
    expect((await messageWithStatus(await shop.session(), path, 'sent')).Message).not.toHaveProperty('SubscribeTo');
  });
});
