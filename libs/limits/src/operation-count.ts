import { ContextSlot, rootFieldCount } from '#libs/http';
import type { Count } from './call-counter.js';

const countOfOperation = new ContextSlot<Promise<Count | undefined>>('count of the operation');

/**
 * Counts a GraphQL operation once: its root fields run the interceptors each, side by side, and the first of them counts for
 * all. Returns undefined on a REST route.
 * @param count counts that many calls
 */
export function countOperation(
  count: (rootFields: number) => Promise<Count | undefined>,
): Promise<Count | undefined> | undefined {
  const fields = rootFieldCount();
  if (!fields) return undefined;
  const known = countOfOperation.get();
  if (known) return known;
  const counted = count(fields);
  countOfOperation.set(counted);
  return counted;
}
