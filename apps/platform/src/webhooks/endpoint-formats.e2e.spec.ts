import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '#libs/core/outbound';
import { HttpSink, type SunkRequest } from '#libs/test/testing';
import { FormatEndpoint } from '../../../../test/support/format-endpoints.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { EVENTS } from '../events/event-types.js';
import { FORMATS, WORDS, type WebhookFormat } from '../webhook-formats/words.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));
const acme = usePrepared(() => stack.createTenant());
const endpoints = usePrepared(async () => {
  const made = FORMATS.map(async (format) => [format, await FormatEndpoint.create(sink, format, acme)] as const);
  return Object.fromEntries(await Promise.all(made)) as Record<WebhookFormat, FormatEndpoint>;
});

describe('a sample', () => {
  it.each(EVENTS.all.flatMap((type) => FORMATS.map((format) => [type, format] as const)))(
    'of %s in the format %s is delivered in its words, or refused',
    async (type, format) => {
      const session = await acme.session();
      const endpoint = endpoints[format];
      const { id } = endpoint;
      const asked = await session.post(`/api/webhooks/${id}/test`, { EventType: type });
      const word = format === 'service' ? type : WORDS[type][format];
      if (word === null) {
        expect([asked.status, asked.body.Error.Details[0]]).toEqual([
          422,
          { Field: 'EventType', Message: `cannot be: the format ${format} has no word for ${type}` },
        ]);
      } else {
        expect(asked.status).toBe(202);
        const { body } = await session.get(`/api/webhooks/${id}/deliveries/${asked.body.DeliveryId}`);
        const { headers, text } = await endpoint.arrivalOf(
          (one) => one.headers['webhook-id'] === body.Delivery.EventId,
        );
        expect(headers['x-service-event']).toBe(type);
        expect(saysItsType(format, JSON.parse(text))).toBe(word);
        expect(JSON.stringify(body.Delivery.Payload)).toBe(text);
      }
    },
  );

  function saysItsType(format: WebhookFormat, body: Record<string, string>): string | undefined {
    if (format === 'ses') return (JSON.parse(body['Message'] ?? '') as { eventType: string }).eventType;
    return body[{ service: 'EventType', postmark: 'RecordType', resend: 'type' }[format]];
  }
});

describe('an endpoint', () => {
  const HOOK = { Url: 'https://hooks.test/', Events: ['email.delivered', 'email.bounced'] };

  it('has our own format unless another is given, and no unknown one', async () => {
    const session = await acme.session();
    const { body } = await session.post('/api/webhooks', { ...HOOK, Url: `${sink.url}/plain` });
    expect(body.Webhook.Format).toBe('service');
    const refused = await session.post('/api/webhooks', { ...HOOK, Format: 'mailgun' });
    expect([refused.status, refused.body.Error.Details[0].Field]).toEqual([400, 'Format']);
  });

  it('may not ask for events that its format has no word for, now or by a change', async () => {
    const session = await acme.session();
    const Url = `${sink.url}/unsaid`;
    const made = await session.post('/api/webhooks', { Url, Events: ['email.sent', 'sms.sent'], Format: 'postmark' });
    expect([made.status, made.body.Error.Details]).toEqual([
      422,
      [{ Field: 'Events', Message: 'cannot be: the format postmark has no word for email.sent, sms.sent' }],
    ]);
    const { body } = await session.post('/api/webhooks', { Url, Events: ['email.unsubscribed'], Format: 'postmark' });
    const path = `/api/webhooks/${body.Webhook.Id}`;
    const byFormat = await session.patch(path, { Format: 'resend' });
    expect([byFormat.status, byFormat.body.Error.Details[0].Field]).toEqual([422, 'Format']);
    const byEvents = await session.patch(path, { Events: ['sms.sent'] });
    expect([byEvents.status, byEvents.body.Error.Details[0].Field]).toEqual([422, 'Events']);
    const both = await session.patch(path, { Format: 'resend', Events: ['email.sent'] });
    expect(both.body.Webhook).toMatchObject({ Format: 'resend', Events: ['email.sent'] });
    const ours = await session.patch(path, { Format: 'service', Events: ['sms.sent'] });
    expect(ours.body.Webhook).toMatchObject({ Format: 'service', Events: ['sms.sent'] });
  });

  it('gets new events in a changed format, and those before as they were, with the headers of theirs', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const endpoint = await FormatEndpoint.create(sink, 'ses', tenant);
    const { id, secret } = endpoint;
    const sample = async () => (await session.post(`/api/webhooks/${id}/test`, {})).body.DeliveryId as string;
    const first = await sample();
    const { text, headers } = await endpoint.arrival('Notification');
    await session.patch(`/api/webhooks/${id}`, { Format: 'resend', Events: ['email.sent'] });
    await sample();
    await endpoint.arrival('{"type":"email.sent"');
    await session.post(`/api/webhooks/${id}/deliveries/${first}/resend`, {});
    const again = await endpoint.arrivalOf((request) => request.text === text && request.headers !== headers);
    expect(again.headers).toMatchObject({
      'x-amz-sns-message-type': 'Notification',
      'webhook-id': headers['webhook-id'],
    });
    expect(again.headers['svix-id']).toBeUndefined();
    expect(verifyWebhook({ secrets: secret, headers: again.headers, body: again.body })).toBe('valid');
  });

  it('gets an event as all others of its format do, beside those of other formats', async () => {
    const tenant = await stack.createTenant();
    const made = [...FORMATS, 'ses' as const].map((format, index) =>
      FormatEndpoint.create(sink, format, tenant, String(index)),
    );
    const all = await Promise.all(made);
    const key = await tenant.key('emails:send');
    const sent = await key.post('/v1/emails/send', tenant.email({ to: ['delivered@sandbox.test'] }));
    const id = sent.body.MessageId as string;
    const bodies = await Promise.all(
      all.map(async (endpoint) => {
        const isTold = ({ headers, text }: SunkRequest) =>
          headers['x-service-event'] === 'email.delivered' && text.includes(id);
        return (await endpoint.arrivalOf(isTold)).text;
      }),
    );
    expect(bodies[FORMATS.indexOf('ses')]).toBe(bodies.at(-1));
    expect(new Set(bodies).size).toBe(4);
  });
});
