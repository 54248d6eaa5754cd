import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { WebhookQueue } from '#libs/messaging/webhooks';
import type { EventType } from '../events/event-types.js';
import { type TheirBodies, WebhookFormats } from '../webhook-formats/webhook-formats.js';
import { eventToTell, theirFormatsOf } from './their-events.js';
import { WebhookEndpointRepository, type Subscriber } from './webhook-endpoint.repository.js';
import { toPayload, type WebhookEvent } from './webhook-payload.js';

/** An event, and the endpoints that want it. */
interface Wanted {
  event: WebhookEvent;
  by: Subscriber[];
}

/** Enqueues deliveries of events to a tenant's webhook endpoints. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queue: WebhookQueue,
    private readonly formats: WebhookFormats,
  ) {}

  /**
   * Enqueues a delivery of each event to each active endpoint that wants it, in the caller's transaction
   * of the tenant. Three statements however many the events, and one more for endpoints in formats of other services; one if
   * there is no such endpoint.
   */
  async record(tx: EntityManager, tenantId: TenantId, events: readonly WebhookEvent[]): Promise<void> {
    await this.recordWanted(tx, tenantId, new Set(events.map(({ type }) => type)), () => events);
  }

  /**
   * The same for events that are only made where an endpoint wants some of these types: most tenants have no endpoint that is told of
   * each click.
   */
  async recordWanted(
    tx: EntityManager,
    tenantId: TenantId,
    types: ReadonlySet<EventType>,
    make: () => readonly WebhookEvent[],
  ): Promise<void> {
    if (types.size === 0) return;
    const subscribers = await this.endpoints.listSubscribers(tx, tenantId, [...types]);
    if (subscribers.length === 0) return;
    const wanted = make().flatMap((event): Wanted[] => {
      const by = subscribers.filter((endpoint) => wants(endpoint, event));
      return by.length === 0 ? [] : [{ event, by }];
    });
    const bodies = subscribers.some(isOfOthers) ? await this.write(tx, tenantId, wanted) : undefined;
    const deliveries = wanted.flatMap(({ event, by }) => {
      let ours: string | undefined;
      return by.map(({ id, format }) => ({
        endpointId: id,
        eventId: event.id,
        eventType: event.type,
        payload: format === 'service' || !bodies ? (ours ??= toPayload(tenantId, event)) : bodies(format, event.id),
        context: event.context,
      }));
    });
    await this.queue.enqueue(tx, tenantId, deliveries);
  }

  /** Writes what endpoints in formats of other services want. */
  private write(tx: EntityManager, tenantId: TenantId, wanted: readonly Wanted[]): Promise<TheirBodies> {
    const toTell = wanted
      .filter(({ by }) => by.some(isOfOthers))
      .map(({ event, by }) => ({ ...eventToTell(event), formats: theirFormatsOf(by) }));
    return this.formats.write(tx, tenantId, toTell);
  }
}

const isOfOthers = ({ format }: Subscriber): boolean => format !== 'service';

function wants({ id, environment, events }: Subscriber, event: WebhookEvent): boolean {
  if (event.endpointId && event.endpointId !== id) return false;
  return events.includes(event.type) && (environment === 'live' || event.environment === 'test');
}
