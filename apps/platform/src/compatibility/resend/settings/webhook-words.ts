import type { EventType } from '../../../events/event-types.js';
import { WORDS } from '../../../webhook-formats/words.js';

const TYPES: ReadonlyMap<string, EventType> = new Map(
  Object.entries(WORDS).flatMap(([type, { resend }]) =>
    resend === null ? [] : [[resend, type as EventType] as const],
  ),
);

/** Events that endpoints can have, by the names of Resend. */
export const THEIR_EVENTS: readonly string[] = [...TYPES.keys()];

/** Our event that Resend calls so; undefined if it has none of ours. */
export const eventOf = (word: string): EventType | undefined => TYPES.get(word);

/** The name of Resend for an event; our own where it has none, as endpoints in other formats may have it. */
export const wordOf = (type: EventType): string => WORDS[type].resend ?? type;
