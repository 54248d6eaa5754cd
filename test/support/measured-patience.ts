import { availableParallelism, loadavg } from 'node:os';

/** Milliseconds that `compute` takes on a quiet processor of the kind that the deadlines were chosen on. */
const QUIET_MS = 120;
const ROUNDS = 20_000_000;
/** The suite itself keeps about two processes for each processor. */
const OWN_LOAD = 2;
const MOST = 20;

/**
 * Returns how many times longer than on a quiet machine a test may wait, from the time of a short calculation and the
 * load of the last minute. `TEST_PATIENCE` replaces what is measured.
 * @throws Error if `TEST_PATIENCE` is no positive number
 */
export function measuredPatience(given = process.env['TEST_PATIENCE']): number {
  if (given) return parsed(given);
  const slowness = compute() / QUIET_MS;
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return patienceOf(slowness, load);
}

/** Returns the patience for a machine that is so many times slower than a quiet one, and has so many processes per processor. */
export function patienceOf(slowness: number, load: number): number {
  const times = OWN_LOAD * Math.max(1, slowness, load);
  return Math.min(MOST, Math.round(times * 10) / 10);
}

function parsed(given: string): number {
  const times = Number(given);
  if (times > 0 && Number.isFinite(times)) return times;
  throw new Error(`TEST_PATIENCE is "${given}"; it must be a positive number, such as 3`);
}

/** Takes its time by the clock, so that processes which compute beside this one count. */
function compute(): number {
  const start = performance.now();
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) sum = (sum * 31 + round) | 0;
  // Without a use of the sum, the loop may be optimized away.
  return performance.now() - start + (sum === 0.5 ? 1 : 0);
}
