/** What GraphQL has for a route of REST: fields as `Type.field`, or why it has none. */
export type Counterpart = readonly string[] | { reason: string };

export type Counterparts = Readonly<Record<string, Counterpart>>;
