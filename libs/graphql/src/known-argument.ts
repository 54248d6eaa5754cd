import { Inject, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { Args, Field, ID } from '@nestjs/graphql';
import { Problem, Text } from '#libs/http';

/** Longer than any id. */
const ID_MAX = 100;

/** Finds the row that an argument names; undefined or null if there is none. */
type Find<S, T> = (service: S, id: string) => Promise<T | undefined | null>;

/**
 * Makes a decorator for a parameter of a resolver: an argument of the type `ID` names a row, which the resolver gets. It is
 * NotFound without one. Its counterpart on REST is `knownBy`.
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
  @Injectable()
  class KnownArgumentPipe implements PipeTransform<string, Promise<T>> {
    constructor(@Inject(service) private readonly rows: S) {}

    async transform(id: string): Promise<T> {
      const row = await find(this.rows, id);
      if (row === undefined || row === null) throw new Problem('NotFound');
      return row;
    }
  }

  return () => Args(name, { type: () => ID }, KnownArgumentPipe);
}

/** An id in a class of arguments. Whether there is a row of it is for the resolver to find. */
export const IdArgument = (): PropertyDecorator => (prototype, name) => {
  Field(() => ID)(prototype, name);
  Text({ max: ID_MAX })(prototype, name);
};
