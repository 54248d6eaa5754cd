import type { Transform } from '@graphql-tools/delegate';
import type { ExecutionResult } from '@graphql-tools/utils';
import { GraphQLError } from 'graphql';

/** Takes what a link leads to out of what its root field answers. */
type Take = (answer: never) => unknown;

/** The answer as it is: objects in the order of the keys. */
export const asItIs: Take = (answer: unknown) => answer;

/** The lists of the items for many keys: `messagesOf[2].messages` is item 2. */
export const listsOf =
  (inside: string): Take =>
  (items: (Record<string, unknown> | Error | null)[]) =>
    items.map((item) => (item instanceof Error ? item : (item?.[inside] ?? null)));

/** The nodes of a connection. */
export const nodesOf: Take = ({ edges }: { edges: { node: unknown }[] | Error }) =>
  edges instanceof Error ? edges : edges.map((edge) => edge.node);

/**
 * Reads the answer of a link's root field. Its errors go to the places of the answer that they are of, without a path: many
 * objects share the answer, and each error gets the path of the object that shows it.
 */
export const readAnswer = (field: string, take: Take): Transform => ({
  transformResult: ({ data, errors = [] }: ExecutionResult<Record<string, unknown>>): ExecutionResult => {
    const answer: Record<string, unknown> = { [field]: data?.[field] ?? null };
    for (const error of errors) place(error, answer, field);
    const found = answer[field];
    return { data: { [field]: found === null || found instanceof Error ? found : take(found as never) } };
  },
});

/** Puts an error where its path ends: at the field, or at the object around it that is null because of it. */
function place({ message, path, extensions }: GraphQLError, answer: Record<string, unknown>, field: string): void {
  const error = new GraphQLError(message, { extensions });
  let inside: Record<string | number, unknown> = answer;
  for (const key of path ?? [field]) {
    const value = inside[key];
    if (typeof value !== 'object' || value === null) {
      inside[key] = error;
      return;
    }
    if (value instanceof Error) return;
    inside = value as Record<string, unknown>;
  }
}
