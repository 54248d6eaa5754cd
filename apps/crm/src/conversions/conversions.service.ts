import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { DestinationDeliveries } from '../destinations/destination-deliveries.js';
import type { Destination } from '../destinations/destination.entity.js';
import { DestinationsService } from '../destinations/destinations.service.js';
import { eventIdOf } from '../destinations/event-payload.js';
import { invalidPixel, invalidTestCode, unknownProvider } from './conversion-problems.js';
import { sampleMetaEvent } from './meta/meta-event.js';
import { CONVERSION_EVENT, PROVIDERS } from './providers.js';

/** An integration as it is asked for. */
export interface ConversionValues {
  name: string;
  provider: string;
  pixelId: string;
  /** Groups test events at the provider, who then counts none of them. */
  testEventCode?: string;
  secret?: string | null;
  active?: boolean;
}

const PIXEL = /^\d{5,20}$/;
const TEST_CODE = /^[A-Za-z0-9_-]{1,50}$/;

/** Integrations with providers of advertising, who are told of leads as conversions. */
@Injectable()
export class ConversionsService {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly deliveries: DestinationDeliveries,
  ) {}

  /** @throws Problem Unprocessable naming the field, and those of `DestinationsService.create` */
  async create(tenantId: TenantId, values: ConversionValues): Promise<Destination> {
    return this.destinations.create(tenantId, validated(values));
  }

  /** @throws Problem Unprocessable naming the field, and those of `DestinationsService.replace` */
  async replace(integration: Destination, values: ConversionValues): Promise<Destination> {
    return this.destinations.replace(integration, validated(values));
  }

  /** Enqueues a sample event. Returns whether a test code groups it. @throws Problem NotFound for an inactive integration */
  async test(integration: Destination): Promise<boolean> {
    const hasCode = integration.config?.['test_event_code'] !== undefined;
    await this.destinations.test(integration, 'provider', async (tx, { tenantId, id }, testId) => {
      const eventId = eventIdOf('test', testId);
      const payload = JSON.stringify(sampleMetaEvent(eventId, hasCode, new Date()));
      const delivery = { eventId, eventType: CONVERSION_EVENT, isTest: true, contactId: null, payload };
      await this.deliveries.enqueueSealed(tx, tenantId, [id], delivery);
    });
    return hasCode;
  }
}

function validated({ name, provider, pixelId, testEventCode, secret, active }: ConversionValues) {
  if (!(PROVIDERS as readonly string[]).includes(provider)) throw unknownProvider();
  if (!PIXEL.test(pixelId)) throw invalidPixel();
  if (testEventCode !== undefined && !TEST_CODE.test(testEventCode)) throw invalidTestCode();
  const config = { pixel_id: pixelId, ...(testEventCode !== undefined && { test_event_code: testEventCode }) };
  return { name, provider, url: null, config, secret, active };
}
