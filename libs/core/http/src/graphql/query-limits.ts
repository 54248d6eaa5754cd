import { Problem } from '../problem/problem.js';
import { ContextSlot } from '../request/request-context.js';
import { costOf, type Operation } from './operation-cost.js';

const MAX_ROOT_FIELDS = 10;
/** The values that an operation may ask for. */
export const MAX_VALUES = 10_000;

const rootFields = new ContextSlot<number>('root fields');

/** The root fields of the GraphQL operation that the request runs; undefined on a REST route. */
export const rootFieldCount = (): number | undefined => rootFields.get();

/**
 * Rejects an operation that asks for too much, before it runs, and notes its root fields for {@link rootFieldCount}.
 * @param maxRootFields for a schema of several apps; each app takes ten
 * @throws Problem ValidationError
 */
export function limitOperation(operation: Operation, maxRootFields: number = MAX_ROOT_FIELDS): void {
  const cost = costOf(operation, MAX_VALUES);
  if (cost.rootFields > maxRootFields)
    throw tooMuch(`A query has ${maxRootFields} root fields at most; this one has ${cost.rootFields}.`);
  if (cost.values > MAX_VALUES)
    throw tooMuch(`The query asks for more than ${MAX_VALUES} values: its fields, times the size of their page.`);
  rootFields.set(cost.rootFields);
}

const tooMuch = (message: string): Problem => new Problem('ValidationError', { message });
