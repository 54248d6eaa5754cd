import { refusal } from '#libs/core/http';

const DAY_MS = 86_400_000;
const MAX_DAYS = 92;
const DEFAULT_DAYS = 7;

export interface AbWindow {
  from: Date;
  to: Date;
}

interface Given {
  de?: string;
  ate?: string;
  desde?: string;
}

/**
 * The window of a report. A date is its whole day in UTC. Without a beginning it begins with the phase, so that each look sees
 * what the one before saw, as the always-valid test needs; without a phase seven days ago.
 * @throws Problem Unprocessable if it ends before it begins, or is longer than 92 days
 */
export function abWindowOf({ de, ate, desde }: Given, phaseStart: Date | null, now: Date): AbWindow {
  const to = ate === undefined ? now : momentOf(ate, DAY_MS);
  const given = [de, desde].flatMap((text) => (text === undefined ? [] : [momentOf(text, 0)]));
  const earliest = new Date(to.getTime() - MAX_DAYS * DAY_MS);
  const from =
    given.length > 0
      ? latest(given)
      : phaseStart
        ? latest([earliest, phaseStart])
        : new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
  // The end of a date is the beginning of the next one.
  const last = ate?.length === 10 ? to.getTime() - 1 : to.getTime();
  if (given.length > 0 && from.getTime() > last)
    throw refusal('Unprocessable', { erro: 'de deve ser antes de ate.', campo: 'de' });
  if (from < earliest)
    throw refusal('Unprocessable', { erro: `O período tem no máximo ${MAX_DAYS} dias.`, campo: 'de' });
  return { from, to };
}

const latest = (dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())));

const momentOf = (text: string, rest: number): Date =>
  text.length === 10 ? new Date(Date.parse(`${text}T00:00:00Z`) + rest) : new Date(text);
