import type { EventType } from '../events/event-types.js';
import type { Id } from '#libs/persistence';

/** An address of a tenant that wants to be told of events. */
export interface WebhookEndpoint {
  id: Id<'whk'>;
  url: string;
  events: EventType[];
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  id: Id<'whd'>;
  eventId: Id<'evt'>;
  eventType: EventType;
  status: DeliveryStatus;
  /** How many attempts were made. */
  attempts: number;
  /** Status of the last answer; null when there was none. */
  responseStatus: number | null;
  /** What was wrong with the last attempt, or why no further one is made. */
  error: string | null;
  createdAt: Date;
  lastAttemptAt: Date | null;
  /** Null once it is delivered or failed. */
  nextAttemptAt: Date | null;
}

/** One request that was made for a delivery. */
export interface WebhookAttempt {
  /** From 1. */
  number: number;
  attemptedAt: Date;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  responseSnippet: string | null;
}

/** A delivery with what was sent and what came of it. */
export interface WebhookDeliveryDetail {
  delivery: WebhookDelivery;
  /** The body of each request, to the byte. */
  payload: string;
  attempts: WebhookAttempt[];
}

export interface DeliverWebhook {
  deliveryId: Id<'whd'>;
}
