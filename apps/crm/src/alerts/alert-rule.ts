import { type Problem, refusal } from '#libs/core/http';
import type { Alert, AlertState } from './alert.entity.js';

export const MAX_ALERTS = 50;
/** Thirty days. */
export const HOURS_MAX = 720;
/** Leads are counted in steps of five minutes, and for seven days. */
export const WINDOW = { min: 5, max: 10_080 };
/** With fewer leads in the window, a fraction of them means nothing. */
export const LEADS_MIN = 10;

/** Time that a fired alert must at least be calm: two evaluations, whichever process runs them. */
const CLEAR_MS = 45_000;
const HOUR_MS = 3_600_000;

export type AlertRule = Pick<Alert, 'type' | 'threshold' | 'windowMinutes'>;
/** Fields of an alert that a user sets. */
export type AlertValues = AlertRule & Pick<Alert, 'name' | 'destinationId' | 'active'>;

/** Numbers of leads by which an alert is judged. */
export interface LeadNumbers {
  /** When the newest good lead was received; null if none is known. */
  lastLeadAt: Date | null;
  /** In the alert's window. */
  captured: number;
  bad: number;
}

/** @throws Problem Unprocessable naming the field */
export function validateRule({ type, threshold, windowMinutes }: AlertRule): void {
  const max = type === 'no-leads' ? HOURS_MAX : 1;
  if (!(threshold > 0 && threshold <= max))
    throw invalid(
      'limiar',
      type === 'no-leads' ? `Horas sem leads: mais que 0, até ${HOURS_MAX}.` : 'Fração dos leads: mais que 0, até 1.',
    );
  if (!(Number.isInteger(windowMinutes) && windowMinutes >= WINDOW.min && windowMinutes <= WINDOW.max))
    throw invalid('janela_minutos', `Um número inteiro de ${WINDOW.min} a ${WINDOW.max}.`);
}

export const invalid = (campo: string, erro: string): Problem => refusal('Unprocessable', { erro, campo });

/**
 * The value that an alert compares with its threshold: hours since the last lead, or since the rule exists if none is known; or the
 * fraction of bad leads in the window, null if there are too few. A clock that was set back gives no negative hours.
 */
export function valueOf(
  { type, observedFrom }: Pick<Alert, 'type' | 'observedFrom'>,
  { lastLeadAt, captured, bad }: LeadNumbers,
  now: Date,
): number | null {
  if (type === 'bad-leads') return captured < LEADS_MIN ? null : bad / captured;
  return Math.max(0, now.getTime() - (lastLeadAt ?? observedFrom).getTime()) / HOUR_MS;
}

export interface JudgedState {
  state: AlertState;
  clearSince: Date | null;
}

/** The state after an evaluation; null if nothing changes. It fires at once, and is calm again after two calm evaluations. */
export function judge(
  { state, threshold, clearSince }: Pick<Alert, 'state' | 'threshold' | 'clearSince'>,
  value: number | null,
  now: Date,
): JudgedState | null {
  const isBreached = value !== null && value >= threshold;
  if (state === 'calm') return isBreached ? { state: 'fired', clearSince: null } : null;
  if (isBreached) return clearSince ? { state, clearSince: null } : null;
  const clearMs = clearSince ? now.getTime() - clearSince.getTime() : undefined;
  // A clock that was set back begins anew.
  if (clearMs === undefined || clearMs < 0) return { state, clearSince: now };
  return clearMs >= CLEAR_MS ? { state: 'calm', clearSince: null } : null;
}

/** Says whether two alerts mean the same, so that one put in place of the other changes nothing. */
export const isSame = (a: AlertValues, b: AlertValues): boolean =>
  (['name', 'type', 'threshold', 'windowMinutes', 'destinationId', 'active'] as const).every(
    (field) => a[field] === b[field],
  );
