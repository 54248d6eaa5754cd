import { Injectable } from '@nestjs/common';
import type { RefusedDelivery, SentWebhook } from '#libs/messaging/webhooks';
import type { ProviderConfig } from '../destination.entity.js';

/** An event that is to be sent to a provider, in plain text. */
export interface ProviderDelivery {
  eventId: string;
  /** As it was enqueued. */
  payload: string;
  isTest: boolean;
  config: ProviderConfig;
  secret: string | null;
}

export interface ProviderTransport {
  /** Undefined if the shutdown cut the attempt off. */
  send(delivery: ProviderDelivery): Promise<SentWebhook | RefusedDelivery | undefined>;
}

/** How events are sent to providers of advertising. Features that know one add it when the app starts. */
@Injectable()
export class ProviderTransports {
  private readonly transports = new Map<string, ProviderTransport>();

  add(provider: string, transport: ProviderTransport): void {
    this.transports.set(provider, transport);
  }

  find(provider: string): ProviderTransport | undefined {
    return this.transports.get(provider);
  }
}
