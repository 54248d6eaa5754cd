import { logGamma } from './log-gamma.js';

/** The alarm of a sample ratio mismatch: p-values below it, from so many exposures on. */
export const MISMATCH_LEVEL = 0.001;
export const MISMATCH_FROM = 100;

/**
 * The p-value of the exposures under the weights, or under the exposures that weights would give, by Pearson's χ²; null while there are too few exposures, or one variant alone
 * has a weight.
 */
export function sampleRatioP(exposures: readonly number[], weights: readonly number[]): number | null {
  const [total, sum] = [add(exposures), add(weights)];
  const weighted = weights.filter((weight) => weight > 0).length;
  if (total < MISMATCH_FROM || weighted === 0) return null;
  if (exposures.some((count, index) => count > 0 && weights[index] === 0)) return 0;
  if (weighted === 1) return null;
  const square = add(
    exposures.map((count, index) => {
      const expected = (total * weights[index]!) / sum;
      return expected === 0 ? 0 : (count - expected) ** 2 / expected;
    }),
  );
  return upperGamma((weighted - 1) / 2, square / 2);
}

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The regularized upper incomplete gamma function: by its series below the peak, by its continued fraction above. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; term > sum * 1e-16; n += 1) sum += term *= x / (a + n);
    return 1 - front * sum;
  }
  // Lentz's algorithm.
  let [b, c] = [x + 1 - a, Number.MAX_VALUE];
  let [d, h] = [1 / b, 1 / b];
  for (let n = 1, change = 0; Math.abs(change - 1) > 1e-15; n += 1) {
    const factor = -n * (n - a);
    b += 2;
    d = 1 / (factor * d + b);
    c = b + factor / c;
    change = c * d;
    h *= change;
  }
  return front * h;
}
