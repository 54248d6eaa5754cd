import type { Context } from 'liquidjs';

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

/** Filters that calculate. */
const CALCULATING = ['plus', 'minus', 'times', 'divided_by', 'modulo', 'sum', 'abs', 'round', 'ceil', 'floor'];

const DIVIDING = new Set(['divided_by', 'modulo']);

/** Digits that a number has without the errors of binary fractions. */
const DIGITS = 15;

/** Directives that stand for others. */
const COMPOSED: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  D: '%m/%d/%y',
  R: '%H:%M',
  T: '%H:%M:%S',
  r: '%I:%M:%S %p',
  h: '%b',
  v: '%e-%b-%Y',
};

const KNOWN = /^[aAbBcCdeHIjklLmMNnpPqsStuUwWxXyYzZ%]$/;
const DIRECTIVE = /%([-_0^#:]*\d*)([a-zA-Z%])/g;

/** Filters that give what a reader expects, or refuse: never `59.699999999999996`, `Infinity`, or a directive as text. */
export function honestFilters(filters: Record<string, unknown>): void {
  for (const name of CALCULATING) {
    const filter = filters[name] as Filter | undefined;
    if (filter) filters[name] = calculating(name, filter);
  }
  const date = filters['date'] as Filter | undefined;
  if (date) filters['date'] = dating(date);
}

function calculating(name: string, filter: Filter): Filter {
  return function (value, ...args) {
    const result = filter.call(this, value, ...args);
    if (typeof result !== 'number') return result;
    if (DIVIDING.has(name) && Number(args[0]) === 0) throw new Error('a division by zero');
    if (!Number.isFinite(result)) throw new Error(`the filter ${name} got something that is not a number`);
    return Number.isInteger(result) ? result : Number(result.toPrecision(DIGITS));
  };
}

function dating(filter: Filter): Filter {
  return function (value, format, ...rest) {
    return filter.call(this, value, typeof format === 'string' ? expanded(format) : format, ...rest);
  };
}

function expanded(format: string): string {
  return format.replace(DIRECTIVE, (whole, _flags, letter: string) => {
    const composed = COMPOSED[letter];
    if (composed) return composed;
    if (KNOWN.test(letter)) return whole;
    throw new Error(`the filter date does not know ${whole}`);
  });
}
