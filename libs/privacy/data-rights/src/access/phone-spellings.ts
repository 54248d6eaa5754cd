/** Numbers of a country that are dialled in two ways. */
interface DialledTwice {
  prefix: string;
  /** Expression that Postgres reads as this process does. */
  pattern: string;
  /** Digits of today and of before, in which `\1` and `\2` are the groups of the pattern. */
  present: string;
  former: string;
}

/**
 * Mobile numbers of Brazil got a 9 in front of their eight digits, the last ones in 2016; landlines begin with 2 to 5. Mobile numbers
 * of Mexico lost the 1 behind the country in 2019. Those of Argentina are dialled with a 9 from abroad, and without inside.
 */
export const DIALLED_TWICE: readonly DialledTwice[] = [
  {
    prefix: '+55',
    pattern: String.raw`^\+55([1-9]{2})9?([6-9]\d{7})$`,
    present: String.raw`+55\19\2`,
    former: String.raw`+55\1\2`,
  },
  { prefix: '+52', pattern: String.raw`^\+521?([2-9]\d{9})$`, present: String.raw`+52\1`, former: String.raw`+521\1` },
  { prefix: '+54', pattern: String.raw`^\+549?([1-3]\d{9})$`, present: String.raw`+54\1`, former: String.raw`+549\1` },
];

const COMPILED = DIALLED_TWICE.map(({ prefix, pattern, present, former }) => ({
  prefix,
  pattern: new RegExp(pattern),
  present: present.replaceAll('\\', '$'),
  former: former.replaceAll('\\', '$'),
}));

const dialledTwice = (number: string) =>
  COMPILED.find(({ prefix, pattern }) => number.startsWith(prefix) && pattern.test(number));

/** The form of a number in E.164 of which those of one line are equal; what is dialled in one way is its own. */
export function lineOf(number: string): string {
  const found = dialledTwice(number);
  return found ? number.replace(found.pattern, found.present) : number;
}

/** The other way in which the line of a number is dialled or was, whichever is given; null if there is none. */
export function formerNumberOf(number: string): string | null {
  const found = dialledTwice(number);
  return found ? number.replace(found.pattern, found.former) : null;
}

/** A number as it is given, and each other way in which its line is dialled. */
export const spellingsOf = (number: string): string[] => [
  ...new Set([number, lineOf(number), formerNumberOf(number) ?? number]),
];
