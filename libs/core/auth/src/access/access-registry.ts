import { Injectable, RequestMethod, type OnApplicationBootstrap } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ACCESS, type Access } from './access.js';

type Handler = Function;
type HandlerClass = Handler;

const RESOLVER_TYPE = 'graphql:resolver_type';
const ROOT_TYPES = ['Query', 'Mutation', 'Subscription'];

/** The declared access of each route. An app with a route that declares none does not start. */
@Injectable()
export class AccessRegistry implements OnApplicationBootstrap {
  private readonly known = new Map<unknown, Access | undefined>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onApplicationBootstrap(): void {
    const bare = Object.entries(this.routes()).filter(([, access]) => !access);
    if (bare.length > 0) throw new Error(`No access declared: ${bare.map(([name]) => name).join(', ')}`);
  }

  /** The access of a handler, else that of its class. */
  accessOf(handler: Handler, owner: HandlerClass): Access | undefined {
    if (!this.known.has(handler)) this.known.set(handler, declaredAccess(handler, owner));
    return this.known.get(handler);
  }

  /** Every REST route (`METHOD /path`) and root GraphQL field (`Query.messages`), with its access. */
  routes(): Record<string, Access | undefined> {
    return this.ofRoutes(declaredAccess);
  }

  /** Every route and root field, with what its handler alone has as the metadata of a key. */
  declarations(key: symbol): Record<string, unknown> {
    return this.ofRoutes((handler) => Reflect.getMetadata(key, handler) as unknown);
  }

  private ofRoutes<T>(read: (handler: Handler, owner: HandlerClass) => T): Record<string, T> {
    const owners = [...this.discovery.getControllers(), ...this.discovery.getProviders()];
    return Object.fromEntries(
      owners
        .filter(({ instance, metatype }) => instance && metatype)
        .flatMap(({ instance, metatype }) => {
          const owner = metatype as HandlerClass;
          return this.handlersOf(instance as object, owner).map(([route, handler]) => [route, read(handler, owner)]);
        }),
    );
  }

  private handlersOf(instance: object, owner: HandlerClass): [string, Handler][] {
    const prototype = Object.getPrototypeOf(instance) as Record<string, Handler>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (typeof handler !== 'function') return [];
      return namesOf(handler, owner, name).map((route): [string, Handler] => [route, handler]);
    });
  }
}

function declaredAccess(handler: Handler, owner: HandlerClass): Access | undefined {
  return (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, owner)) as Access | undefined;
}

function namesOf(handler: Handler, owner: HandlerClass, name: string): string[] {
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (method !== undefined) {
    return pathsOf(owner).flatMap((base) =>
      pathsOf(handler).map((path) => `${RequestMethod[method]} ${joined(base, path)}`),
    );
  }
  const type = Reflect.getMetadata(RESOLVER_TYPE, handler) as string | undefined;
  return type && ROOT_TYPES.includes(type) ? [`${type}.${name}`] : [];
}

function pathsOf(target: object): string[] {
  const path = (Reflect.getMetadata(PATH_METADATA, target) ?? '') as string | string[];
  return Array.isArray(path) ? path : [path];
}

function joined(base: string, path: string): string {
  return `/${base}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
}
