import type { XStatic as Static } from 'typebox/schema';

/** The apps that send or receive events. */
export type AppName = 'identity' | 'platform' | 'mail' | 'pages' | 'crm' | 'runtime';

/** A JSON Schema. The type of a payload is derived from it, so it is written as a constant. */
export type PayloadSchema = Record<string, unknown>;

/** An event between apps. */
export interface AppEventDefinition<
  T extends string = string,
  To extends string = string,
  S extends PayloadSchema = PayloadSchema,
> {
  type: T;
  /**
   * Counts the changes of the schema from 1. During a deployment older and newer apps run side by side, so a change only adds
   * fields that may be absent; what an older receiver could not apply is an event with another type.
   */
  version: number;
  /** The apps that send it. */
  from: readonly string[];
  /** The apps that receive it. */
  to: readonly To[];
  schema: S;
  /** A payload with every field, for tests and readers. */
  example: unknown;
}

/** Payload of an event, as its schema has it. */
export type PayloadOf<D extends { schema: unknown }> = Static<D['schema']>;

/** Declares an event. The compiler checks its example against the schema. */
export const defineAppEvent = <
  const T extends string,
  const From extends readonly AppName[],
  const To extends AppName,
  const S extends PayloadSchema,
>(definition: {
  type: T;
  version: number;
  from: From;
  to: readonly To[];
  schema: S;
  example: NoInfer<Static<S>>;
}): AppEventDefinition<T, To, S> => definition;
