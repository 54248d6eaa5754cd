import { Decimal } from 'decimal.js';
import { Drop } from 'liquidjs';

/** Digits of a calculation, and the decimals of a quotient that has no end. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Digits that are shown of a quotient without an end. */
const SHOWN_DIGITS = 15;

/** Powers of ten beyond which a number is a mistake, and its digits would fill the message. */
const MAX_EXPONENT = 40;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i;
const MAX_CHARACTERS = 100;

/** A result that no number of JavaScript is: it is calculated with to the last digit, and shown as a reader expects. */
export class Amount extends Drop {
  constructor(
    readonly decimal: Decimal,
    /** True if all its digits are known; those of a third are not. */
    readonly isExact: boolean,
  ) {
    super();
  }

  override valueOf(): number {
    return this.decimal.toNumber();
  }

  override toString(): string {
    return (this.isExact ? this.decimal : this.decimal.toSignificantDigits(SHOWN_DIGITS)).toFixed();
  }

  toJSON(): number | string {
    const text = this.toString();
    const number = Number(text);
    return new Exact(number).equals(text) ? number : text;
  }
}

/** An operand: what is no number counts as 0, as in Liquid. @throws Error for a value of several fields, or out of range */
export function toAmount(value: unknown): Amount {
  if (value instanceof Amount) return value;
  const plain: unknown = value instanceof Drop ? value.valueOf() : value;
  if (typeof plain === 'object' && plain !== null && !(plain instanceof Date))
    throw new Error('a list or an object is no number');
  return new Amount(withinRange(decimalOf(plain)), true);
}

/** A number, if it is one to the last digit. */
export function resultOf(decimal: Decimal, isExact: boolean): number | Amount {
  const result = new Amount(withinRange(decimal), isExact && decimal.precision() < Exact.precision);
  const number = decimal.toNumber();
  if (result.isExact && new Exact(number).equals(decimal)) return number;
  return result;
}

/** A number without an exponent: `0.0000001`, not `1e-7`. */
export function numberText(value: number): string {
  const text = String(value);
  return text.includes('e') ? withinRange(new Exact(value)).toFixed() : text;
}

function decimalOf(value: unknown): Decimal {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text.length <= MAX_CHARACTERS && NUMBER.test(text)) return new Exact(text);
  }
  const number = Number(value ?? 0);
  if (Number.isNaN(number)) return new Exact(0);
  if (!Number.isFinite(number)) throw outOfRange();
  return new Exact(number);
}

function withinRange(decimal: Decimal): Decimal {
  if (!decimal.isFinite() || Math.abs(decimal.isZero() ? 0 : decimal.e) > MAX_EXPONENT) throw outOfRange();
  return decimal;
}

const outOfRange = (): Error => new Error('a number is too large or too small to be shown');
