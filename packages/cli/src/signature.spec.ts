import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.js';
import { signedHeaders } from './signature.js';

describe('the headers of a forwarded event', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const event = { EventId: 'evt_0c7b3f19ad62e04f', EventType: 'email.sent', Data: { To: 'josé@example.com' } };
  const body = JSON.stringify(event);
  const headers = signedHeaders({ id: event.EventId, type: event.EventType, body, secret });

  it('are those of a delivery: either signature is genuine', () => {
    const { 'x-service-signature': own, ...standard } = headers;
    expect(verifyWebhook({ secret, headers: { 'x-service-signature': own ?? '' }, body })).toEqual(event);
    expect(verifyWebhook({ secret, headers: standard, body })).toEqual(event);
    expect(headers).toMatchObject({ 'x-service-event': 'email.sent', 'x-service-event-id': event.EventId });
  });

  it('are not those of another body', () => {
    expect(() => verifyWebhook({ secret, headers, body: `${body} ` })).toThrow('does not match');
  });
});
