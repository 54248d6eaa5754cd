/** JSON of the events of one recording. */
export const SESSION_MAX_BYTES = 10_000_000;

/** From the first event of a recording to the last. */
export const SESSION_MAX_MS = 30 * 60_000;

/** Recordings that begin in a day (UTC), by the plan of the tenant. One without a plan has no limit, and one of another name this one. */
const SESSIONS_A_DAY: ReadonlyMap<string, number | null> = new Map([
  ['free', 100],
  ['starter', 1_000],
  ['growth', 10_000],
  ['scale', null],
]);
const OF_OTHER_PLANS = 100;

/** Null for no limit. */
export function sessionsADay(plan: string | null): number | null {
  if (plan === null) return null;
  const known = SESSIONS_A_DAY.get(plan);
  return known === undefined ? OF_OTHER_PLANS : known;
}
