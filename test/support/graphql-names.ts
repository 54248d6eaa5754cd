/** The fields of a REST view under their names of GraphQL; those of objects within it keep theirs. */
export function graphqlNames(view: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(view).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value as unknown]),
  );
}
