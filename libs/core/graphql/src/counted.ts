import { Field, Int } from '@nestjs/graphql';
import type { BoundedCount } from '#libs/core/persistence';

/** Counts all items that the filters of a list take. */
export type Count = () => Promise<BoundedCount>;

/** Fields of a list that is counted. */
export interface CountedList {
  count?: Promise<number | null>;
  countAtLeast?: Promise<number>;
}

/** Declares the fields of {@link CountedList}. */
export function declareCount(prototype: object): void {
  const declare = (name: keyof CountedList, description: string) =>
    Field(() => Int, { nullable: true, description })(prototype, name);
  declare('count', 'How many items the filters take, on all pages; null where they are too many to count.');
  declare('countAtLeast', '`count`, or where that is null a number that there are at least.');
}

/**
 * Adds the fields to the answer of a list. They are counted when the first of them is read, once for both: a list costs
 * nothing more where nobody asks.
 */
export function counted<T extends CountedList>(
  list: T,
  { counted: isCounted = false }: { counted?: boolean },
  count: Count,
): T {
  if (!isCounted) return list;
  let counting: Promise<BoundedCount> | undefined;
  const counts = () => (counting ??= count());
  return Object.defineProperties(list, {
    count: { get: async () => counts().then(({ atLeast, isExact }) => (isExact ? atLeast : null)) },
    countAtLeast: { get: async () => counts().then(({ atLeast }) => atLeast) },
  });
}
