import { Field, ID } from '@nestjs/graphql';
import { TextKeys } from '#libs/core/http';

/** Most keys of a field that answers many at once. */
const KEYS_MAX = 100;
/** Longer than any id or address. */
const KEY_LENGTH_MAX = 320;

/**
 * The keys of a field that answers many at once, for links between apps: its answer has an item for each key, in their order,
 * also for one that is given twice and for one of nothing. The cost of an operation counts such an argument by its length.
 */
export function KeyList(type: 'ID' | 'String'): PropertyDecorator {
  return (prototype, name) => {
    Field(() => [type === 'ID' ? ID : String], { description: `At most ${KEYS_MAX}.` })(prototype, name);
    TextKeys({ max: KEYS_MAX, itemMax: KEY_LENGTH_MAX })(prototype, name);
  };
}

/** A value for each key, in the order of the keys; null for one that has none. */
export function inOrderOf<V>(keys: readonly string[], values: ReadonlyMap<string, V>): (V | null)[] {
  return keys.map((key) => values.get(key) ?? null);
}
