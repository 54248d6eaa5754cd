/** Points and weights of Gauss–Legendre on [-1, 1], and the integrals from -1 to each point. */
export interface Rule {
  points: readonly number[];
  weights: readonly number[];
  /** `cumulative[k][j]`: weight of the value at point j in the integral from -1 to point k. */
  cumulative: readonly (readonly number[])[];
}

/** A rule of `count` points, exact for polynomials of degree `2 count − 1`. */
export function gaussLegendre(count: number): Rule {
  const points = Array.from({ length: count }, (_, index) => rootOf(count, index));
  const values = points.map((point) => legendreUpTo(count, point));
  const weights = points.map((point, index) => {
    const slope = slopeAt(count, point, values[index]!);
    return 2 / ((1 - point * point) * slope * slope);
  });
  // The polynomial through the values, by Legendre's polynomials, whose integrals are differences of their neighbours.
  const cumulative = points.map((upper, k) =>
    points.map((_, j) => {
      let sum = upper + 1;
      for (let n = 1; n < count; n += 1) sum += values[j]![n]! * (values[k]![n + 1]! - values[k]![n - 1]!);
      return (weights[j]! / 2) * sum;
    }),
  );
  return { points, weights, cumulative };
}

function rootOf(count: number, index: number): number {
  let x = -Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
  for (let step = 0; step < 100; step += 1) {
    const values = legendreUpTo(count, x);
    const change = values[count]! / slopeAt(count, x, values);
    x -= change;
    if (Math.abs(change) < 1e-16) break;
  }
  return x;
}

/** The values of Legendre's polynomials of degree 0 to `degree` at x. */
function legendreUpTo(degree: number, x: number): number[] {
  const values = [1, x];
  for (let n = 1; n < degree; n += 1) values.push(((2 * n + 1) * x * values[n]! - n * values[n - 1]!) / (n + 1));
  return values;
}

const slopeAt = (degree: number, x: number, values: readonly number[]): number =>
  (degree * (x * values[degree]! - values[degree - 1]!)) / (x * x - 1);
