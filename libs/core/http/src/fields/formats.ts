/**
 * Whether the text is an e-mail address as SMTP carries it: dot-atom local part (RFC 5321, 4.1.2), a domain of labels,
 * and their lengths (4.5.3.1). Quoted local parts and address literals are invalid.
 */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 254) return false;
  const at = value.lastIndexOf('@');
  return at > 0 && at <= 64 && LOCAL_PART.test(value.slice(0, at)) && isDomainName(value.slice(at + 1));
}

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Labels do not begin or end with a hyphen; the last one is not a number. */
const DOMAIN_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Whether the text is a domain name of at least two labels (RFC 1035), in ASCII. An IP address is not one. */
function isDomainName(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 253) return false;
  return DOMAIN_NAME.test(value);
}

/** Whether the text is a telephone number in E.164: plus and up to fifteen digits. */
export const isE164 = (value: unknown): value is string => typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value);

/** Whether the text is a public id `<prefix>_<16 hex>`. */
export function isPublicId(prefix: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length === prefix.length + 17 &&
    value.startsWith(`${prefix}_`) &&
    HEX_16.test(value)
  );
}

const HEX_16 = /_[0-9a-f]{16}$/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID in its usual spelling (RFC 9562), of any version. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

/** First and last moment that both the API and Postgres can write: the years 1 to 9999 of UTC. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Tells whether the text is a timestamp of RFC 3339 that exists in the calendar, from the year 1 to 9999. */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) return false;
  const at = Date.parse(value);
  if (Number.isNaN(at) || at < FIRST_MS || at > LAST_MS) return false;
  const day = Number(value.slice(8, 10));
  return day <= new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate();
}

/** Whether the text is a date `YYYY-MM-DD` that exists in the calendar. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 10 && isTimestamp(`${value}T00:00:00Z`);

const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether the text is the name of a time zone by IANA, such as `America/Sao_Paulo`. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || !TIME_ZONE.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
