import { logBeta } from './log-gamma.js';
import { logRatioOf, type Stratum } from './strata.js';

/** At most this share of experiments ever has a wrong winner by {@link alwaysValidP}, however often it is looked at. */
export const ALWAYS_VALID_LEVEL = 0.05;

/** How closely the prior of the mixture lies around equal rates: it is best for rates that differ by a third or so. */
const CONCENTRATION = 40;

/**
 * The p-value of "no other variant is worse than this one", valid at every look: a mixture SPRT for each other variant, of which
 * the weakest counts, times the number of others.
 *
 * It looks at conversions alone. If two variants convert alike, each conversion is of one of them with the probability that its
 * weight gives it, whenever it comes and whatever the rate is at that time of day. The likelihood ratio of a mixture over other
 * probabilities is then a martingale with mean 1, which ever exceeds 1/p with a probability of at most p (Ville).
 */
export function alwaysValidP(strata: readonly Stratum[], index: number): number {
  const [{ samples, weights }, ...later] = strata as [Stratum, ...Stratum[]];
  const others = samples.flatMap((_, other) => (other === index ? [] : [other]));
  if (others.length === 0) return 1;
  const weakest = Math.min(
    ...others.map((other) => {
      if (later.length > 0) return logRatioOf(strata, index, other);
      const share = weights[index]! / (weights[index]! + weights[other]!);
      return logRatio(samples[index]!.conversions, samples[other]!.conversions, share);
    }),
  );
  return Math.min(1, others.length * Math.exp(-weakest));
}

/** @param share of the first variant in the conversions of both, if they convert alike */
function logRatio(own: number, other: number, share: number): number {
  if (!(share > 0 && share < 1) || own <= share * (own + other)) return 0;
  const [a, b] = [CONCENTRATION * share, CONCENTRATION * (1 - share)];
  const mixture = logBeta(a + own, b + other) - logBeta(a, b);
  return mixture - own * Math.log(share) - other * Math.log1p(-share);
}
