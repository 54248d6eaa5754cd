import type { Request } from 'express';
import { rootFieldCount } from '#libs/core/http';
import type { Count } from './call-counter.js';

/** Counts by request, and there by subject: root fields run in contexts of their own. */
const countsOfOperations = new WeakMap<Request, Map<string, Promise<Count | undefined>>>();

/**
 * Counts a GraphQL operation once for each subject: its root fields run the interceptors each, side by side, and the first of
 * a subject counts all fields of the operation. Returns undefined on a REST route.
 * @param subject whose limit the field counts against
 * @param count counts that many calls
 */
export function countOperation(
  request: Request,
  subject: string,
  count: (rootFields: number) => Promise<Count | undefined>,
): Promise<Count | undefined> | undefined {
  const fields = rootFieldCount();
  if (!fields) return undefined;
  const counts = countsOfOperations.get(request) ?? new Map<string, Promise<Count | undefined>>();
  countsOfOperations.set(request, counts);
  const counted = counts.get(subject) ?? count(fields);
  counts.set(subject, counted);
  return counted;
}
