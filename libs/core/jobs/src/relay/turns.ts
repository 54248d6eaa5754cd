/** A tenant that has jobs waiting. */
export interface WaitingTenant {
  tenantId: string;
  /** How many more of its chunks may be dispatched. */
  free: number;
}

/** The largest share of the workers that the chunks of one tenant may occupy. */
const SHARE = 0.75;

/** How many chunks of one kind may be dispatched. */
export interface Room {
  /** Chunks that may be added to those that wait in the queue. */
  chunks: number;
  /** Dispatched chunks that one tenant may have: waiting in the queue, or running. */
  perTenant: number;
}

/**
 * The room of a queue. As many chunks may wait as can run at a time: workers find the next chunk at once, and a new chunk
 * never waits behind more. One tenant never occupies every worker, however long its jobs take.
 * @param concurrency chunks that one process works on at a time
 * @param processes how many processes run workers
 * @param waiting chunks that wait in the queue
 * @param limit chunks of one tenant for each process, if fewer than its share
 */
export function roomFor(concurrency: number, processes: number, waiting: number, limit = concurrency): Room {
  const count = Math.max(1, processes);
  const slots = concurrency * count;
  return {
    chunks: Math.max(0, slots - waiting),
    perTenant: Math.max(1, Math.min(Math.floor(slots * SHARE), limit * count)),
  };
}

/**
 * Distributes chunks round robin: one to each tenant in the line, then a second to each that may have one, and so on up to
 * `chunks`. Tenants that get none are not in the result.
 */
export function takeTurns(line: readonly WaitingTenant[], chunks: number): Map<string, number> {
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
