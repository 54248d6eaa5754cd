import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { Args, Field, ID } from '@nestjs/graphql';
import type { Observable } from 'rxjs';
import { ContextSlot, Problem, Text } from '#libs/core/http';

/** Longer than any id. */
const ID_MAX = 100;

/** Finds the row that an argument names; undefined or null if there is none. */
type Find<S, T> = (service: S, id: string) => Promise<T | undefined | null>;

/**
 * Makes a decorator for a parameter of a resolver: an argument of the type `ID` names a row, which the resolver gets. It is
 * NotFound without one, before the other arguments are validated and after the call was counted. Its counterpart on REST is
 * `knownBy`.
 *
 * ```ts
 * const DomainArgument = knownArgument('domain_id', DomainsService, (domains, id) => domains.find(currentTenantId(), id));
 * verify(@DomainArgument() domain: Domain) {…}
 * ```
 * The type of the parameter is imported as a type: the row is no input that rules of its class judge.
 */
export function knownArgument<S extends object, T>(
  name: string,
  service: Type<S>,
  find: Find<S, T>,
): () => ParameterDecorator {
  const slot = new ContextSlot<T>(`row of the argument ${name}`);

  @Injectable()
  class KnownArgumentInterceptor implements NestInterceptor {
    constructor(@Inject(service) private readonly rows: S) {}

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const { [name]: id } = context.getArgByIndex<Record<string, string>>(1);
      const row = await find(this.rows, id!);
      if (row === undefined || row === null) throw new Problem('NotFound');
      slot.set(row);
      return next.handle();
    }
  }

  const foundRow: PipeTransform = { transform: () => slot.get() };
  const intercepted = UseInterceptors(KnownArgumentInterceptor) as MethodDecorator;
  return () => (prototype, method, index) => {
    if (method === undefined) throw new Error('A known argument belongs to a resolver');
    intercepted(prototype, method, Object.getOwnPropertyDescriptor(prototype, method) ?? {});
    Args(name, { type: () => ID }, foundRow)(prototype, method, index);
  };
}

/** An id in a class of arguments. Whether there is a row of it is for the resolver to find. */
export const IdArgument = (): PropertyDecorator => (prototype, name) => {
  Field(() => ID)(prototype, name);
  Text({ max: ID_MAX })(prototype, name);
};
