import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

export interface DecoratedMethod<Metadata, Argument> {
  metadata: Metadata;
  instance: object;
  /** `Class.method`. */
  name: string;
  call(argument: Argument): Promise<unknown>;
}

/** Finds methods of the app's providers by the metadata that a decorator left on them. */
@Injectable()
export class DecoratedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  list<Metadata, Argument>(key: symbol): DecoratedMethod<Metadata, Argument>[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, (argument: Argument) => Promise<unknown>>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const method = prototype[name];
        const metadata = method && (Reflect.getMetadata(key, method) as Metadata | undefined);
        if (!method || !metadata) return [];
        const call = (argument: Argument) => method.call(instance, argument);
        return [{ metadata, instance, name: `${instance.constructor.name}.${name}`, call }];
      });
    });
  }
}
