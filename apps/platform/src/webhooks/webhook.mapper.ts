import type { Page } from '#libs/persistence';
import type {
  DeliveryAttemptView,
  DeliveryDetailResponse,
  DeliveryPageResponse,
  DeliveryView,
} from './dto/delivery.responses.js';
import type {
  CreatedWebhookResponse,
  QueuedDeliveryResponse,
  RotatedSecretResponse,
  WebhookPageResponse,
  WebhookResponse,
  WebhookView,
} from './dto/webhook.responses.js';
import type { WebhookAttempt, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from './webhook.js';

export function toWebhookResponse(endpoint: WebhookEndpoint): WebhookResponse {
  return { Webhook: toWebhookView(endpoint) };
}

export function toCreatedWebhook(created: { endpoint: WebhookEndpoint; secret: string }): CreatedWebhookResponse {
  return { Webhook: toWebhookView(created.endpoint), Secret: created.secret };
}

export function toWebhookPage({ items, nextCursor, hasMore }: Page<WebhookEndpoint>): WebhookPageResponse {
  return { Webhooks: items.map(toWebhookView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toRotatedSecret(rotated: { secret: string; previousUntil: Date }): RotatedSecretResponse {
  return { Secret: rotated.secret, PreviousSecretExpiresAt: rotated.previousUntil.toISOString() };
}

export function toQueuedDelivery(id: string): QueuedDeliveryResponse {
  return { DeliveryId: id };
}

export function toDeliveryPage({ items, nextCursor, hasMore }: Page<WebhookDelivery>): DeliveryPageResponse {
  return { Deliveries: items.map(toDeliveryView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toDeliveryDetail({ delivery, payload, attempts }: WebhookDeliveryDetail): DeliveryDetailResponse {
  return {
    Delivery: {
      ...toDeliveryView(delivery),
      Payload: JSON.parse(payload) as Record<string, unknown>,
      AttemptLog: attempts.map(toAttemptView),
    },
  };
}

function toWebhookView(endpoint: WebhookEndpoint): WebhookView {
  return {
    Id: endpoint.id,
    Url: endpoint.url,
    Events: endpoint.events,
    Active: endpoint.active,
    CreatedAt: endpoint.createdAt.toISOString(),
    UpdatedAt: endpoint.updatedAt.toISOString(),
  };
}

function toDeliveryView(delivery: WebhookDelivery): DeliveryView {
  return {
    Id: delivery.id,
    EventId: delivery.eventId,
    EventType: delivery.eventType,
    Status: delivery.status,
    Attempts: delivery.attempts,
    ResponseStatus: delivery.responseStatus,
    Error: delivery.error,
    CreatedAt: delivery.createdAt.toISOString(),
    LastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    NextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  };
}

function toAttemptView(attempt: WebhookAttempt): DeliveryAttemptView {
  return {
    Number: attempt.number,
    AttemptedAt: attempt.attemptedAt.toISOString(),
    DurationMs: attempt.durationMs,
    ResponseStatus: attempt.responseStatus,
    Error: attempt.error,
    ResponseSnippet: attempt.responseSnippet,
  };
}
