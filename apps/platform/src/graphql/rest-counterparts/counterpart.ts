/** Fields of GraphQL for a route of REST, as `Type.field`, or the reason why it has none. */
export type Counterpart = readonly string[] | { reason: string };

export type Counterparts = Readonly<Record<string, Counterpart>>;
