import { ALWAYS_VALID_LEVEL, alwaysValidP } from './always-valid.js';
import { compare, type Comparison } from './posterior.js';
import { MISMATCH_LEVEL, sampleRatioP } from './sample-ratio.js';
import type { Sample } from './sample.js';
import { adjustedOf, expectedOf, type Stratum, sumOf } from './strata.js';

/** A winner may be worse than the best variant by this share of its rate on average. */
const TOLERATED_LOSS = 0.0025;

/**
 * The share of experiments with equal variants in which a winner is ever declared: 28 daily looks, 200 visitors a day and
 * variant, a rate of 5 %, a threshold of 0.95. `npm run bench -- experiments` measures it with this code.
 */
export const FALSE_WINNER_RATE = 0.011;

export type State = 'collecting' | 'too-few' | 'undecided' | 'winner';

export interface Settings {
  /** Visitors that each variant has before anything is said of it. */
  minimum: number;
  /** Probability of being best that a winner has at least. */
  probability: number;
}

export interface Verdict {
  state: State;
  comparisons: Comparison[];
  /** Position of the winner; null without one. */
  winner: number | null;
  /** P-value of the leading variant that is valid at every look. */
  alwaysValidP: number;
  isAlwaysValid: boolean;
  /** Null while there are too few exposures. */
  sampleRatioP: number | null;
  isMismatched: boolean;
}

/** Judges an experiment whose weights were always the same. @param weights of the variants, in any unit */
export const judge = (samples: readonly Sample[], weights: readonly number[], settings: Settings): Verdict =>
  judgeStrata([{ samples, weights }], settings);

/** Judges an experiment by its times with the same weights, at least one. */
export function judgeStrata(strata: readonly Stratum[], settings: Settings): Verdict {
  const [samples, adjusted] = [sumOf(strata), adjustedOf(strata)];
  const comparisons = compare(adjusted);
  const leader = comparisons.reduce(
    (best, { best: chance }, index) => (chance > comparisons[best]!.best ? index : best),
    0,
  );
  const validP = alwaysValidP(strata, leader);
  const ratioP = sampleRatioP(
    samples.map(({ visitors }) => visitors),
    strata.length === 1 ? strata[0]!.weights : expectedOf(strata),
  );
  const verdict = {
    comparisons,
    alwaysValidP: validP,
    isAlwaysValid: validP <= ALWAYS_VALID_LEVEL,
    sampleRatioP: ratioP,
    isMismatched: ratioP !== null && ratioP < MISMATCH_LEVEL,
  };
  const state = stateOf(samples, settings, () => {
    const { best, loss } = comparisons[leader]!;
    const { visitors, conversions } = adjusted[leader]!;
    const isClear = best >= settings.probability && loss < (TOLERATED_LOSS * conversions) / visitors;
    return isClear && verdict.isAlwaysValid && !verdict.isMismatched;
  });
  return { ...verdict, state, winner: state === 'winner' ? leader : null };
}

function stateOf(samples: readonly Sample[], { minimum }: Settings, hasWinner: () => boolean): State {
  if (samples.every(({ visitors }) => visitors === 0)) return 'collecting';
  if (samples.some(({ visitors }) => visitors === 0 || visitors < minimum)) return 'too-few';
  return hasWinner() ? 'winner' : 'undecided';
}
