import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

export interface DecoratedMethod<Metadata, Arguments extends unknown[]> {
  metadata: Metadata;
  instance: object;
  /** `Class.method`. */
  name: string;
  call(...given: Arguments): Promise<unknown>;
}

/** Finds methods of the app's providers by the metadata that a decorator left on them. */
@Injectable()
export class DecoratedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  list<Metadata, Arguments extends unknown[]>(key: symbol): DecoratedMethod<Metadata, Arguments>[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, (...given: Arguments) => Promise<unknown>>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = prototype[name];
        const metadata = method && (Reflect.getMetadata(key, method) as Metadata | undefined);
        if (!method || !metadata) return [];
        const call = (...given: Arguments) => method.apply(instance, given);
        return [{ metadata, instance, name: `${instance.constructor.name}.${name}`, call }];
      });
    });
  }
}
