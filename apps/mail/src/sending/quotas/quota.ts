import { Problem } from '#libs/core/http';

export type QuotaScale = 'day' | 'month';

/** Recipients that a plan grants in each window; null is no limit. */
export type QuotaLimits = Record<QuotaScale, number | null>;

/** A window of time, in UTC. */
export interface QuotaWindow {
  scale: QuotaScale;
  /** First day of the window, as YYYY-MM-DD. */
  startsOn: string;
  endsAt: Date;
}

export interface QuotaState {
  window: QuotaWindow;
  limit: number;
  used: number;
}

/** The words of the interface. */
const SCALE_NAMES: Record<QuotaScale, string> = { day: 'dia', month: 'mes' };

/** The day and the month of a moment. */
export function windowsAt(now: Date): QuotaWindow[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return [
    { scale: 'day', startsOn: dateOf(year, month, day), endsAt: new Date(Date.UTC(year, month, day + 1)) },
    { scale: 'month', startsOn: dateOf(year, month, 1), endsAt: new Date(Date.UTC(year, month + 1, 1)) },
  ];
}

/** The headers that tell a client of its quota. */
export function quotaHeaders({ window, limit, used }: QuotaState): Record<string, string> {
  return {
    'X-Quota-Limit': String(limit),
    'X-Quota-Used': String(used),
    'X-Quota-Remaining': String(Math.max(0, limit - used)),
    'X-Quota-Escala': SCALE_NAMES[window.scale],
  };
}

/** @param wanted recipients of the message that was not accepted */
export function quotaExceeded(state: QuotaState, wanted: number, now: Date): Problem {
  const { window, limit, used } = state;
  const left = Math.max(0, limit - used);
  const seconds = Math.max(1, Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000));
  return new Problem('QuotaExceeded', {
    message:
      `The plan allows ${limit} recipients a ${window.scale}, of which ${left} are left; the message has ${wanted}. ` +
      `The next ${window.scale} begins at ${window.endsAt.toISOString()}.`,
    headers: { ...quotaHeaders(state), 'Retry-After': String(seconds) },
  });
}

function dateOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
