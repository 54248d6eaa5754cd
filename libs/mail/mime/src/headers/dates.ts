/** Characters of a date that are read. */
const TEXT_MAX = 100;
const YEAR_MAX = 9_999;

/** Names of zones that mails have, in minutes east of Greenwich. Others are as if they were none. */
const ZONES: ReadonlyMap<string, number> = new Map(
  (
    'ut=0 utc=0 gmt=0 z=0 wet=0 west=1 bst=1 cet=1 met=1 mez=1 cest=2 mest=2 mesz=2 eet=2 eest=3 sast=2 trt=3 msk=3 gst=4 ' +
    'pkt=5 ist=5.5 ict=7 wib=7 hkt=8 sgt=8 awst=8 jst=9 kst=9 acst=9.5 aest=10 acdt=10.5 aedt=11 nzst=12 nzdt=13 ' +
    'nst=-3.5 ndt=-2.5 ast=-4 adt=-3 est=-5 edt=-4 cst=-6 cdt=-5 mst=-7 mdt=-6 pst=-8 pdt=-7 akst=-9 akdt=-8 hst=-10 ' +
    'fnt=-2 brst=-2 brt=-3 amt=-4 act=-5 art=-3 uyt=-3 pyt=-4 clst=-3 clt=-4 bot=-4 vet=-4 cot=-5 pet=-5 ect=-5'
  )
    .split(' ')
    .map((zone): [string, number] => {
      const [name = '', hours = ''] = zone.split('=');
      return [name, Number(hours) * 60];
    }),
);

/** The first letters of months, without accents, as programs of many languages write them. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen)/,
  /^(?:feb|fev|fevr)/,
  /^(?:mar|mrz|mae?r|maa)/,
  /^(?:apr|abr|avr)/,
  /^(?:may|mai|mag|mei|maj)/,
  /^(?:jun|giu|juin)/,
  /^(?:jul|lug|juil)/,
  /^(?:aug|ago|aou)/,
  /^(?:sep|set)/,
  /^(?:oct|out|okt|ott)/,
  /^nov/,
  /^(?:dec|dez|dic)/,
];

const TIME = /(?<![\d:])(\d{1,2})[:.h](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d{1,9})?)?\s*([ap]\.?m\b\.?)?/i;
const OFFSET = /(?:\b(?:utc|gmt)\s?)?([+-])(\d{1,2}):?(\d{2})?(?!\d)/i;

const USUAL =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? ([+-])(\d{2})(\d{2})(?: \([A-Z]{1,5}\))?$/;
const USUAL_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The moment that a Date field names (RFC 5322, 3.3 and 4.3), read as tolerantly as mail programs do: other languages, years
 * of two digits, a name in place of an offset, ISO 8601. Null if it names none.
 */
export function parseDate(value: string): Date | null {
  return usualDate(value) ?? tolerantDate(value.slice(0, TEXT_MAX));
}

/** The form of RFC 5322, 3.3, which nearly all mails have; null if it is another. */
function usualDate(text: string): Date | null {
  const found = USUAL.exec(text);
  if (!found) return null;
  const [, day, name = '', year, hour, minute, second = '0', sign, hours, minutes] = found;
  if (Number(hours) > 13 || Number(minutes) > 59) return null;
  const month = USUAL_MONTHS.indexOf(name) + 1;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = [Number(hour), Number(minute), Math.min(Number(second), 59)] as const;
  return moment({ year: Number(year), month, day: Number(day) }, time, offset);
}

function tolerantDate(text: string): Date | null {
  const [, comment = ''] = /\(([^()]*)\)/.exec(text) ?? [];
  const plain = text
    .replaceAll(/\([^()]*\)?/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  const day = isoDay(plain) ?? namedDay(plain);
  const time = TIME.exec(day ? plain.replace(day.text, ' ') : '');
  if (!day || !time) return null;
  const [, hour = '', minute = '', second = '0', half] = time;
  const after = plain.slice(plain.indexOf(time[0]) + time[0].length);
  const hours = half ? (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hour);
  const offset = offsetIn(after) ?? offsetIn(comment.toLowerCase()) ?? 0;
  // A leap second is the last one of its minute.
  return moment(day, [hours, Number(minute), Math.min(Number(second), 59)], offset);
}

interface Day {
  year: number;
  month: number;
  day: number;
  /** Text that was matched. */
  text: string;
}

function isoDay(text: string): Day | undefined {
  const [found, year, month, day] = /\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t(?=\d))?/.exec(text) ?? [];
  return found ? { year: Number(year), month: Number(month), day: Number(day), text: found } : undefined;
}

/** A month by its name; before it the day, or after it, as in English. */
function namedDay(text: string): Day | undefined {
  const dayFirst =
    /\b(\d{1,2})(?:st|nd|rd|th|\.|o)?[\s-]*(?:de\s+)?([a-z]{3,10})\.?[\s,-]*(?:de\s+)?(\d{2,4})\b(?!:)/.exec(text);
  if (dayFirst) {
    const [found, day = '', name = '', year = ''] = dayFirst;
    const month = monthOf(name);
    if (month) return { year: yearOf(year), month, day: Number(day), text: found };
  }
  const [found, name = '', day = ''] =
    /\b([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?!:)/.exec(text.replace(/^[a-z]{3,10}\.?,?\s+(?=[a-z])/, '')) ??
    [];
  const [, year] = /\b(\d{4})\b(?!.*\b\d{4}\b)/.exec(text.replaceAll(/[+-]\d{4}\b/g, ' ')) ?? [];
  const month = monthOf(name);
  return found && year && month ? { year: Number(year), month, day: Number(day), text: found } : undefined;
}

const monthOf = (name: string): number => MONTHS.findIndex((month) => month.test(name)) + 1;

/** RFC 5322, 4.3. */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year + (year < 50 ? 2_000 : 1_900);
  return digits.length === 3 ? year + 1_900 : year;
}

/** In minutes. */
function offsetIn(text: string): number | undefined {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (hours !== undefined) {
    const size = Number(hours) * 60 + Number(minutes);
    return size > 14 * 60 || Number(minutes) > 59 ? 0 : sign === '-' ? -size : size;
  }
  for (const [name] of text.matchAll(/[a-z]+/g)) {
    const zone = ZONES.get(name);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

function moment(
  { year, month, day }: Omit<Day, 'text'>,
  [hour, minute, second]: readonly [number, number, number],
  offset: number,
): Date | null {
  const isTime = hour <= 24 && minute <= 59;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!isTime || !isDay || year < 1970 || year > YEAR_MAX) return null;
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second));
}
