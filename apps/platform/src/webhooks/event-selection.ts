import { invalidField } from '#libs/core/http';
import { EVENTS, type EventType } from '../events/event-types.js';
import { untoldBy, type WebhookFormat } from '../webhook-formats/words.js';

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

/** Makes sure that a format has a word for each of the types. @throws Problem InvalidParameter, naming those that it lacks */
export function requireToldBy(format: WebhookFormat, field: string, types: readonly EventType[]): void {
  const untold = untoldBy(format, types);
  if (untold.length === 0) return;
  throw invalidField('InvalidParameter', field, `cannot be: the format ${format} has no word for ${untold.join(', ')}`);
}
