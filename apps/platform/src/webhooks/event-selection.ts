import { invalidField } from '#libs/core/http';
import { EVENTS, type EventType } from '../events/event-types.js';

/** @throws Problem InvalidParameter, naming the field and the name */
export function eventTypeOf(field: string, name: string): EventType {
  if (EVENTS.includes(name)) return name;
  throw invalidField('InvalidParameter', field, `names ${JSON.stringify(name)}, which is no event type`);
}

/** A selection of event types, each at most once. @throws Problem InvalidParameter */
export function eventTypesOf(field: string, names: readonly string[]): EventType[] {
  const types = names.map((name) => eventTypeOf(field, name));
  if (new Set(types).size < types.length)
    throw invalidField('InvalidParameter', field, 'must name each event type once');
  return types;
}
