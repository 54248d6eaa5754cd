import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { AppEvent } from './app-event.js';
import { PayloadChecks } from './catalogue/payload-checks.js';
import { ON_APP_EVENT, ON_APP_EVENTS } from './on-app-event.js';

/** Handles events of one tenant. */
export type Handle = (tx: EntityManager, events: readonly AppEvent[]) => Promise<unknown>;

/**
 * The handlers of events, found by their decorator. With two handlers of one type, or one of a type that is not in the
 * catalogue, the app does not start.
 */
@Injectable()
export class AppEventHandlers implements OnApplicationBootstrap {
  readonly #handlers = new Map<string, Handle>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly checks: PayloadChecks,
  ) {}

  onApplicationBootstrap(): void {
    for (const instance of new Set(this.discovery.getProviders().map((provider) => provider.instance as unknown))) {
      if (typeof instance === 'object' && instance !== null) this.#addHandlersOf(instance);
    }
  }

  find(type: string): Handle | undefined {
    return this.#handlers.get(type);
  }

  #addHandlersOf(instance: object): void {
    const prototype = Object.getPrototypeOf(instance) as Record<string, (...given: unknown[]) => Promise<unknown>>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name];
      if (!method) continue;
      const single = Reflect.getMetadata(ON_APP_EVENT, method) as string | undefined;
      const several = Reflect.getMetadata(ON_APP_EVENTS, method) as string | undefined;
      if (single)
        this.#add(single, async (tx, events) => {
          for (const event of events) await method.call(instance, tx, event);
        });
      if (several) this.#add(several, (tx, events) => method.call(instance, tx, events));
    }
  }

  #add(type: string, handle: Handle): void {
    if (!this.checks.find(type)) throw new Error(`The event ${type} is not in the catalogue`);
    if (this.#handlers.has(type)) throw new Error(`Two handlers for events of type ${type}`);
    this.#handlers.set(type, handle);
  }
}
