import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { AppEvent } from './app-event.js';
import { ON_APP_EVENT } from './on-app-event.js';

type Handle = (tx: EntityManager, event: AppEvent) => Promise<unknown>;

/** The handlers of events, found by their decorator. With two handlers of one type the app does not start. */
@Injectable()
export class AppEventHandlers implements OnApplicationBootstrap {
  readonly #handlers = new Map<string, Handle>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
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
    const prototype = Object.getPrototypeOf(instance) as Record<string, Handle>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = prototype[name];
      const type = method && (Reflect.getMetadata(ON_APP_EVENT, method) as string | undefined);
      if (!method || !type) continue;
      if (this.#handlers.has(type)) throw new Error(`Two handlers for events of type ${type}`);
      this.#handlers.set(type, (tx, event) => method.call(instance, tx, event));
    }
  }
}
