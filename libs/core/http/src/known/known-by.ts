import {
  createParamDecorator,
  Inject,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from '../problem/problem.js';
import { ContextSlot } from '../request/request-context.js';

/** Decorates a handler, or the handler's parameter for the row. */
export type KnownDecorator = MethodDecorator & ParameterDecorator;

/** Reads the row that the path names; undefined, null or false if there is none. */
type Find<S, T> = (service: S, params: Record<string, string>) => Promise<T | undefined | null | false>;

/**
 * Makes a decorator for handlers whose path names a row. The row is found after the access was checked and before query
 * and body are validated; without one the answer is 404. On a parameter the decorator passes the row to the handler.
 *
 * ```ts
 * const Known = knownBy(TemplatesService, (templates, { id }) => templates.find(currentTenantId(), id));
 * get(@Known() template: Template) {…}
 * ```
 */
export function knownBy<S extends object, T>(service: Type<S>, find: Find<S, T>): () => KnownDecorator {
  const slot = new ContextSlot<T>(`row found by ${service.name}`);

  @Injectable()
  class KnownGuard implements CanActivate {
    constructor(@Inject(service) private readonly rows: S) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { params } = context.switchToHttp().getRequest<Request<Record<string, string>>>();
      const row = await find(this.rows, params);
      if (row === undefined || row === null || row === false) throw new Problem('NotFound');
      slot.set(row);
      return true;
    }
  }

  const guard = UseGuards(KnownGuard) as MethodDecorator;
  const row = createParamDecorator(() => slot.get())();
  return () => (prototype: object, name: string | symbol | undefined, place: unknown) => {
    if (name === undefined) throw new Error('A known row belongs to a handler');
    guard(prototype, name, Object.getOwnPropertyDescriptor(prototype, name) ?? {});
    if (typeof place === 'number') row(prototype, name, place);
  };
}
