/** From here on Stirling's series has all digits of a double. */
const SERIES_FROM = 15;
const HALF_LOG_TWO_PI = 0.918_938_533_204_672_7;

/** The logarithm of the gamma function of a positive number. */
export function logGamma(x: number): number {
  // Γ(x) = Γ(x + 1) / x leads small arguments to where the series holds.
  let [shifted, divisor] = [x, 1];
  while (shifted < SERIES_FROM) divisor *= shifted++;
  return (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + stirlingTail(shifted) - Math.log(divisor);
}

export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** The error of Stirling's formula for `log n!`, n ≥ 0 (Loader, "Fast and accurate computation of binomial probabilities"). */
export function stirlingError(n: number): number {
  if (n >= SERIES_FROM) return stirlingTail(n);
  return n === 0 ? 0 : logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - HALF_LOG_TWO_PI;
}

function stirlingTail(x: number): number {
  const square = 1 / (x * x);
  return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x;
}
