import { Problem } from '#libs/http';

const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/** The time before which nothing is to be sent. @throws Problem InvalidParameter when it has passed, or is far off */
export function sendAtOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (at <= now) throw invalid('must be in the future');
  if (at.getTime() - now.getTime() > DAYS_AHEAD * DAY_MS) throw invalid(`must be within ${DAYS_AHEAD} days`);
  return at;
}

function invalid(message: string): Problem {
  const details = [{ Field: 'SendAt', Message: message }];
  return new Problem('InvalidParameter', { message: `SendAt ${message}`, details });
}
