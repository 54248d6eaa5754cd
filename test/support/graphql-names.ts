/** The fields of a REST view under their names of GraphQL; those of objects within it keep theirs. */
export function graphqlNames(view: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(view).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value as unknown]),
  );
}

/** The same in every object and list within. */
export function deepGraphqlNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepGraphqlNames);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(graphqlNames(value)).filter(([name]) => name !== 'requestId');
  return Object.fromEntries(fields.map(([name, one]) => [name, deepGraphqlNames(one)]));
}
