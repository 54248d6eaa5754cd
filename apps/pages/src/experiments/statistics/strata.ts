import { gaussLegendre } from './quadrature.js';
import type { Sample } from './sample.js';

/** A time in which the weights were the same, and what came of it. Rates may differ from one to the next. */
export interface Stratum {
  weights: readonly number[];
  samples: readonly Sample[];
}

/** The visitors and conversions of all strata. */
export const sumOf = (strata: readonly Stratum[]): Sample[] =>
  indexesOf(strata).map((index) => ({
    visitors: add(strata.map(({ samples }) => samples[index]!.visitors)),
    conversions: add(strata.map(({ samples }) => samples[index]!.conversions)),
  }));

/** The visitors that the weights would give each variant. */
export const expectedOf = (strata: readonly Stratum[]): number[] =>
  indexesOf(strata).map((index) =>
    add(strata.map((stratum) => shareOf(stratum, index) * add(stratum.samples.map(({ visitors }) => visitors)))),
  );

/**
 * Samples whose rates can be compared though the weights changed: each visitor counts by the inverse of the share that the variant
 * had (Hájek's estimate), so that a variant with more visitors in good hours is not better for it. Visitors are as many as
 * say as much with equal weight (Kish's effective size). With one stratum they are what they are.
 */
export function adjustedOf(strata: readonly Stratum[]): Sample[] {
  if (strata.length < 2) return sumOf(strata);
  return indexesOf(strata).map((index) => {
    let [total, converted, squares] = [0, 0, 0];
    for (const stratum of strata) {
      const share = shareOf(stratum, index);
      if (share === 0) continue;
      const { visitors, conversions } = stratum.samples[index]!;
      total += visitors / share;
      converted += conversions / share;
      squares += visitors / share ** 2;
    }
    if (total === 0) return { visitors: 0, conversions: 0 };
    const visitors = total ** 2 / squares;
    return { visitors, conversions: Math.min(visitors, (visitors * converted) / total) };
  });
}

const POINTS = 64;
/** Standard deviation of the logarithm of odds: that of the prior with one stratum. */
const DEVIATION = 0.32;
let prior: { logOdds: number; weight: number }[] | undefined;

/**
 * The logarithm of the likelihood ratio of a mixture for one variant against another, as {@link alwaysValidP} has it, with a share
 * for each stratum. If both convert alike, a conversion of a visitor from a stratum is of the variant with its share there,
 * whenever it comes; shares that follow what was seen before change nothing in that.
 */
export function logRatioOf(strata: readonly Stratum[], index: number, other: number): number {
  let [own, expected] = [0, 0];
  const parts: { count: number; share: number }[] = [];
  for (const { weights, samples } of strata) {
    const share = weights[index]! / (weights[index]! + weights[other]!);
    if (!(share > 0 && share < 1)) continue;
    const count = samples[index]!.conversions + samples[other]!.conversions;
    if (count === 0) continue;
    own += samples[index]!.conversions;
    expected += share * count;
    parts.push({ count, share });
  }
  if (own <= expected) return 0;
  prior ??= priorOf();
  const logs = prior.map(({ logOdds, weight }) => {
    const change = Math.expm1(logOdds);
    return Math.log(weight) + own * logOdds - add(parts.map(({ count, share }) => count * Math.log1p(share * change)));
  });
  const highest = Math.max(...logs);
  return highest + Math.log(add(logs.map((log) => Math.exp(log - highest))));
}

/** A normal distribution in points whose weights are 1 together: a mixture of exactly these is as valid as any. */
function priorOf() {
  const { points } = gaussLegendre(POINTS);
  const found = points.map((point) => ({ logOdds: 5 * DEVIATION * point, weight: Math.exp(-12.5 * point ** 2) }));
  const sum = add(found.map(({ weight }) => weight));
  return found.map(({ logOdds, weight }) => ({ logOdds, weight: weight / sum }));
}

const indexesOf = (strata: readonly Stratum[]): number[] => (strata[0]?.weights ?? []).map((_, index) => index);

function shareOf({ weights }: Stratum, index: number): number {
  const sum = add(weights);
  return sum === 0 ? 0 : weights[index]! / sum;
}

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
