import type { EventToTell } from '../webhook-formats/webhook-formats.js';
import { isTold, type TheirFormat } from '../webhook-formats/words.js';
import type { Subscriber } from './webhook-endpoint.repository.js';
import type { WebhookEvent } from './webhook-payload.js';

/** An event for endpoints in formats of other services, which have asked for no other. */
export function eventToTell(event: WebhookEvent): EventToTell {
  const { id, occurredAt, environment = 'live', isFirst = false } = event;
  if (!isTold(event)) throw new Error(`No format of another service has a word for ${event.type}`);
  if (event.type === 'email.received') return { id, type: event.type, occurredAt, data: event.data };
  return { id, type: event.type, occurredAt, environment, isFirst, data: event.data };
}

/** The formats of other services that these endpoints have. */
export function theirFormatsOf(subscribers: readonly Subscriber[]): ReadonlySet<TheirFormat> {
  return new Set(subscribers.flatMap(({ format }) => (format === 'service' ? [] : [format])));
}
