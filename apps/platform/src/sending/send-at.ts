import { invalidField } from '#libs/core/http';

const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/** The time before which nothing is sent. @throws Problem InvalidParameter unless it is within the next 30 days */
export function sendAtOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (at <= now) throw invalidField('InvalidParameter', 'SendAt', 'must be in the future');
  if (at.getTime() - now.getTime() > DAYS_AHEAD * DAY_MS)
    throw invalidField('InvalidParameter', 'SendAt', `must be within ${DAYS_AHEAD} days`);
  return at;
}
