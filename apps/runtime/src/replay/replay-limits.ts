/** JSON of the events of one recording. */
export const SESSION_MAX_BYTES = 10_000_000;

/** From the first event of a recording to the last. */
export const SESSION_MAX_MS = 30 * 60_000;
