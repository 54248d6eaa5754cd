/** A whole number with more digits than any API takes; a longer one stays as it is, and is refused. */
const MOST_DIGITS = 40;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A string of JSON and, where it is the name of a number, that number. */
const STRING_AND_NUMBER = /("(?:[^"\\]|\\.)*")(?:(\s*:\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))?/g;

/**
 * Puts whole numbers beyond 2^53 into quotes where they are values of `field`, so that parsing keeps every digit.
 * @param text valid JSON
 */
export function quoteLongNumbers(text: string, field: string): string {
  const wanted = JSON.stringify(field);
  return text.replace(STRING_AND_NUMBER, (whole, name: string, between?: string, number?: string) => {
    if (name !== wanted || between === undefined || number === undefined) return whole;
    if (Number.isSafeInteger(Number(number))) return whole;
    const digits = wholeNumberText(number);
    return digits === undefined ? whole : `${name}${between}"${digits}"`;
  });
}

/** The decimal digits of a number of JSON, such as `31536e13`; undefined if it is not whole, or has too many. */
export function wholeNumberText(number: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (digits === '' || Math.abs(shift) > MOST_DIGITS || digits.length + shift > MOST_DIGITS) return undefined;
  if (shift >= 0) return sign + digits + '0'.repeat(shift);
  const [kept, cut] = [digits.slice(0, shift), digits.slice(shift)];
  return /^0*$/.test(cut) ? sign + (kept || '0') : undefined;
}
