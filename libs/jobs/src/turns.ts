/** A tenant that has work waiting, and how many more chunks of it may be in hand. */
export interface InLine {
  tenantId: string;
  free: number;
}

/** Of the chunks that one process works on at a time, what those of one tenant may take up. */
const SHARE = 0.75;

/** What the queue of one kind has room for. */
export interface Room {
  /** Chunks that may be added to those that wait in Bull. */
  chunks: number;
  /** Chunks that one tenant may have in hand: waiting in Bull, or being worked on. */
  perTenant: number;
}

/**
 * How much may be handed over. As many chunks may wait as can be worked on at a time, so that workers find the next at
 * once and nobody stands behind more than that; and no tenant takes up every worker, however long its work takes.
 * @param concurrency chunks that one process works on at a time
 * @param processes how many processes work
 * @param waiting chunks that wait in Bull by now
 */
export function roomFor(concurrency: number, processes: number, waiting: number): Room {
  const slots = concurrency * Math.max(1, processes);
  return { chunks: Math.max(0, slots - waiting), perTenant: Math.max(1, Math.floor(slots * SHARE)) };
}

/**
 * Gives out chunks in turns: one to each tenant in the line, then a second to each that may have one, and so on until
 * the room is used up. Tenants that get none are not in the result.
 */
export function takeTurns(line: readonly InLine[], chunks: number): Map<string, number> {
  const given = new Map<string, number>();
  let left = chunks;
  for (let round = 1; left > 0; round += 1) {
    const takers = line.filter(({ free }) => free >= round).slice(0, left);
    if (takers.length === 0) break;
    for (const { tenantId } of takers) given.set(tenantId, round);
    left -= takers.length;
  }
  return given;
}
