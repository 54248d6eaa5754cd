import {
  Controller,
  RequestMethod,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { DECORATORS } from '@nestjs/swagger';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { ACCESS, ApiKey } from './access.js';
import type { Scope } from './scopes.js';

const SESSION_ROOT = /^\/?api(?=\/|$)/;
const KEY_ROOT = 'v1';

export interface KeyAccess<C> {
  /** For the routes that read. */
  read: Scope;
  /** For the other routes; without it there are none. */
  write?: Scope;
  /** Handlers whose routes are for sessions alone. */
  except?: readonly (keyof C & string)[];
}

/**
 * Makes the controller whose routes under `/v1` do by API key what those of the given one do under `/api` by session:
 * the same handlers, bodies and answers.
 *
 * ```ts
 * @Module({ controllers: [NotesController, byKey(NotesController, { read: 'notes:read', write: 'notes:write' })] })
 * ```
 */
export function byKey<C extends object>(controller: Type<C>, access: KeyAccess<C>): Type<C> {
  const paths = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat();
  const Base = controller as Type<object>;
  const derived = { [nameOf(controller)]: class extends Base {} }[nameOf(controller)] as Type<C>;
  for (const name of new MetadataScanner().getAllMethodNames(controller.prototype as object)) {
    copyRoute(controller, derived, name, access);
  }
  Controller(paths.map((path) => path.replace(SESSION_ROOT, KEY_ROOT)))(derived);
  Reflect.defineMetadata(DECORATORS.API_SECURITY, [], derived);
  UseInterceptors(new LocationByKey())(derived);
  return derived;
}

const nameOf = ({ name }: Type): string => `${name.replace(/Controller$/, '')}ByKeyController`;

/** Overrides a handler by one that requires a key, or by one that is no route. What else is declared of it stays. */
function copyRoute<C extends object>(controller: Type<C>, derived: Type<C>, name: string, access: KeyAccess<C>): void {
  const original = (controller.prototype as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const method = Reflect.getMetadata(METHOD_METADATA, original) as RequestMethod | undefined;
  if (method === undefined) return;
  const handler = function (this: C, ...args: unknown[]): unknown {
    return Reflect.apply(original, this, args);
  };
  // Nest and OpenAPI find the arguments of a handler by its name.
  Object.defineProperty(handler, 'name', { value: name });
  Object.defineProperty(derived.prototype, name, { value: handler, writable: true, configurable: true });
  const scope = method === RequestMethod.GET ? access.read : access.write;
  if (!scope || (access.except as readonly string[] | undefined)?.includes(name)) return;
  for (const key of Reflect.getMetadataKeys(original) as unknown[]) {
    if (key !== ACCESS && key !== DECORATORS.API_SECURITY) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, original), handler);
    }
  }
  ApiKey(scope)(derived.prototype as object, name, { value: handler });
}

/** Points the Location header at `/v1`, so that a client finds there what it created there. */
class LocationByKey implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap(() => {
        const location = response.getHeader('Location');
        if (typeof location === 'string') response.setHeader('Location', location.replace(/^\/api\//, `/${KEY_ROOT}/`));
      }),
    );
  }
}
