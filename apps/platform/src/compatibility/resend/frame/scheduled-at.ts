import { invalidField } from '#libs/core/http';

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

const FROM_NOW = /^in\s+(\d{1,5}|an?)\s*([a-z]+?)s?$/i;
/** RFC 3339, or the form of many databases with a blank for the T. */
const POINT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * Reads `scheduled_at`: a point in time, in UTC unless it says otherwise, or a time from now such as `in 1 hour`. Returns it as
 * our own field has it.
 * @throws Problem ValidationError for anything else
 */
export function scheduledAtOf(text: string, now: Date): string {
  const trimmed = text.trim();
  const [, amount, unit = ''] = FROM_NOW.exec(trimmed) ?? [];
  const length = Object.hasOwn(UNITS, unit.toLowerCase()) ? UNITS[unit.toLowerCase()] : undefined;
  if (amount !== undefined && length !== undefined) {
    const count = /^an?$/i.test(amount) ? 1 : Number(amount);
    return new Date(now.getTime() + count * length).toISOString();
  }
  const [, day, time, zone = 'Z'] = POINT.exec(trimmed) ?? [];
  const at = new Date(`${day}T${time}${/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone}`);
  if (day === undefined || Number.isNaN(at.getTime())) throw notATime();
  return at.toISOString();
}

const notATime = () =>
  invalidField(
    'ValidationError',
    'scheduled_at',
    'must be a time such as 2030-01-31T09:00:00Z, or one from now such as in 1 hour',
  );
