import { Decimal } from 'decimal.js';
import { filters as engine, type Context } from 'liquidjs';
import { resultOf, toAmount, type Amount } from './amount.js';

type Calculation = (left: Amount, right: Amount, whole: unknown) => number | Amount;
type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

const { ROUND_CEIL, ROUND_FLOOR, ROUND_HALF_UP } = Decimal;

/** More places than this are those of no amount. */
const MAX_PLACES = 40;

const combined =
  (combine: (left: Decimal, right: Decimal) => Decimal): Calculation =>
  (left, right) =>
    resultOf(combine(left.decimal, right.decimal), left.isExact && right.isExact);

/** Rounding of a result. The last digits of a quotient without an end are unknown: a third three times is 1, and is so shown. */
const rounded =
  (mode: Decimal.Rounding): Calculation =>
  ({ decimal, isExact }, places) => {
    const digits = Math.trunc(places.valueOf());
    if (Math.abs(digits) > MAX_PLACES) throw new Error(`a number cannot be rounded to ${digits} places`);
    return resultOf(roundedTo(isExact ? decimal : decimal.toSignificantDigits(30), digits, mode), true);
  };

const CALCULATIONS: Readonly<Record<string, Calculation>> = {
  plus: combined((left, right) => left.plus(right)),
  minus: combined((left, right) => left.minus(right)),
  times: combined((left, right) => left.times(right)),
  divided_by: (left, right, whole) => {
    const quotient = left.decimal.div(nonZero(right));
    if (whole) return resultOf(quotient.floor(), true);
    return resultOf(quotient, left.isExact && right.isExact && quotient.times(right.decimal).equals(left.decimal));
  },
  modulo: combined((left, right) => {
    if (right.isZero()) throw divisionByZero();
    const rest = left.mod(right);
    return rest.isZero() || rest.isNegative() === right.isNegative() ? rest : rest.plus(right);
  }),
  at_least: (left, right) => (left.decimal.lessThan(right.decimal) ? right : left),
  at_most: (left, right) => (left.decimal.greaterThan(right.decimal) ? right : left),
  abs: ({ decimal, isExact }) => resultOf(decimal.abs(), isExact),
  round: rounded(ROUND_HALF_UP),
  ceil: rounded(ROUND_CEIL),
  floor: rounded(ROUND_FLOOR),
};

/** Calculations whose second operand is a number of places. */
const ROUNDING = new Set(['round', 'ceil', 'floor']);

/** The filters of amounts, in decimals: `19.9 | times: 3` is 59.7. A division by zero is refused. */
export function calculatingFilters(): Record<string, Filter> {
  const filters = Object.fromEntries(
    Object.entries(CALCULATIONS).map(([name, calculate]): [string, Filter] => [
      name,
      function (value, ...args) {
        const result = calculate(toAmount(value), toAmount(ROUNDING.has(name) ? (args[0] ?? 0) : args[0]), args[1]);
        return typeof result === 'number' ? result : resultOf(result.decimal, result.isExact);
      },
    ]),
  );
  return { ...filters, sum: sum as Filter };
}

function* sum(this: { context: Context }, list: unknown, property?: unknown): Generator<unknown, unknown, unknown> {
  const mapped = property ? yield (engine.map as unknown as Filter).call(this, list, property) : list;
  const values: unknown[] = Array.isArray(mapped) ? mapped : [mapped];
  let total: number | Amount = 0;
  for (const value of values) {
    const [left, right] = [toAmount(total), toAmount(value)];
    total = resultOf(left.decimal.plus(right.decimal), left.isExact && right.isExact);
  }
  return total;
}

function nonZero({ decimal }: Amount): Decimal {
  if (decimal.isZero()) throw divisionByZero();
  return decimal;
}

const divisionByZero = (): Error => new Error('a division by zero');

/** Rounds to decimals, or to tens, hundreds and so on if `places` is negative. */
function roundedTo(decimal: Decimal, places: number, mode: Decimal.Rounding): Decimal {
  if (places >= 0) return decimal.toDecimalPlaces(places, mode);
  const unit = new Decimal(10).pow(-places);
  return decimal.div(unit).toDecimalPlaces(0, mode).times(unit);
}
