import type { Sample } from './sample.js';

/** The 0.975 quantile of the normal distribution. */
const Z = 1.959_964;

/** Wilson's 95 per cent interval of a rate; 0 to 1 without visitors. */
export function wilson({ visitors, conversions }: Sample): [low: number, high: number] {
  if (visitors === 0) return [0, 1];
  const rate = conversions / visitors;
  const square = (Z * Z) / visitors;
  const middle = rate + square / 2;
  const reach = Math.sqrt((rate * (1 - rate) * Z * Z) / visitors + (square * square) / 4);
  // At its ends the interval has the rate itself, which rounding would leave out.
  const low = conversions === 0 ? 0 : (middle - reach) / (1 + square);
  const high = conversions === visitors ? 1 : (middle + reach) / (1 + square);
  return [low, high];
}
