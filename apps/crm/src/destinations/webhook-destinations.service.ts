import { Injectable } from '@nestjs/common';
import { isUsableSecret, OutboundClient, UrlRejected } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import { LEAD_CAPTURED, sampleLeadData } from './captured-lead-event.js';
import { DestinationDeliveries } from './destination-deliveries.js';
import { invalidSecret, invalidUrl } from './destination-problems.js';
import type { Destination } from './destination.entity.js';
import { DestinationsService } from './destinations.service.js';
import { eventIdOf } from './event-payload.js';

/** A destination with a URL as it is asked for. */
export interface WebhookValues {
  name: string;
  url: string;
  secret?: string | null;
  active?: boolean;
}

/** Destinations that are URLs of the account. */
@Injectable()
export class WebhookDestinationsService {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly deliveries: DestinationDeliveries,
    private readonly outbound: OutboundClient,
  ) {}

  /** @throws Problem Unprocessable naming `url` or `segredo`, and those of `DestinationsService.create` */
  async create(tenantId: TenantId, values: WebhookValues): Promise<Destination> {
    return this.destinations.create(tenantId, await this.validated(values));
  }

  /** @throws Problem Unprocessable naming `url` or `segredo`, and those of `DestinationsService.replace` */
  async replace(destination: Destination, values: WebhookValues): Promise<Destination> {
    return this.destinations.replace(destination, await this.validated(values));
  }

  /** Enqueues a sample of a captured lead. @throws Problem NotFound for an inactive destination */
  async test(destination: Destination): Promise<void> {
    await this.destinations.test(destination, 'webhook', (tx, { tenantId, id }, testId) =>
      this.deliveries.enqueueTo(tx, tenantId, [id], {
        type: LEAD_CAPTURED,
        eventId: eventIdOf('test', testId),
        data: sampleLeadData(new Date()),
        isTest: true,
        contactId: null,
      }),
    );
  }

  /** A host name without an address is allowed: it may get one before the first lead. */
  private async validated({ url, ...values }: WebhookValues) {
    if (values.secret != null && !isUsableSecret(values.secret)) throw invalidSecret();
    try {
      return { ...values, url: (await this.outbound.checkUrl(url)).url, provider: null, config: null };
    } catch (error) {
      if (error instanceof UrlRejected) throw invalidUrl(error.reason);
      throw error;
    }
  }
}
