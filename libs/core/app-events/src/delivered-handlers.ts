import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { type DeliveredEvent, ON_APP_EVENT_DELIVERED } from './on-app-event-delivered.js';

type Handle = (tx: EntityManager, event: DeliveredEvent) => Promise<unknown>;

/** The methods that run when an event has been applied, found by their decorator. */
@Injectable()
export class DeliveredHandlers implements OnApplicationBootstrap {
  readonly #handlers = new Map<string, Handle[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onApplicationBootstrap(): void {
    for (const instance of new Set(this.discovery.getProviders().map((provider) => provider.instance as unknown))) {
      if (typeof instance === 'object' && instance !== null) this.#addHandlersOf(instance);
    }
  }

  async handle(tx: EntityManager, event: DeliveredEvent): Promise<void> {
    for (const handle of this.#handlers.get(event.type) ?? []) await handle(tx, event);
  }

  has(type: string): boolean {
    return this.#handlers.has(type);
  }

  #addHandlersOf(instance: object): void {
    const prototype = Object.getPrototypeOf(instance) as Record<string, Handle>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name];
      const type = method && (Reflect.getMetadata(ON_APP_EVENT_DELIVERED, method) as string | undefined);
      if (!method || !type) continue;
      const handle: Handle = (tx, event) => method.call(instance, tx, event);
      this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), handle]);
    }
  }
}
