import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alwaysValidP } from './always-valid.js';
import { BALANCE_AGES, balancedWeights } from './balance.js';
import { densityOf } from './beta-density.js';
import { logGamma } from './log-gamma.js';
import { compare } from './posterior.js';
import { sampleRatioP } from './sample-ratio.js';
import type { Sample } from './sample.js';
import { randomOf, runExperiment, shareOf } from './simulation.fixture.js';
import { FALSE_WINNER_RATE, judge } from './verdict.js';
import { wilson } from './wilson.js';

const of = (conversions: number, visitors: number): Sample => ({ visitors, conversions });
const samples = (max: number) =>
  fc
    .integer({ min: 0, max })
    .chain((visitors) => fc.integer({ min: 0, max: visitors }).map((conversions) => of(conversions, visitors)));
const validP = (variants: Sample[], weights: number[], index: number) =>
  alwaysValidP([{ samples: variants, weights }], index);
const SETTINGS = { minimum: 100, probability: 0.95 };

describe("Wilson's interval", () => {
  it.each([
    [0, 0, 0, 1],
    [0, 10, 0, 0.277_532_7],
    [10, 10, 0.722_467_3, 1],
    [1, 10, 0.017_876_2, 0.404_150_0],
    [50, 1_000, 0.038_130_26, 0.065_313_82],
  ])('of %i out of %i', (conversions, visitors, low, high) => {
    const found = wilson(of(conversions, visitors));
    expect(found[0]).toBeCloseTo(low, 6);
    expect(found[1]).toBeCloseTo(high, 6);
  });

  it('holds the rate and narrows with more visitors', () => {
    fc.assert(
      fc.property(samples(100_000), ({ visitors, conversions }) => {
        const [low, high] = wilson(of(conversions, visitors));
        const rate = visitors === 0 ? 0.5 : conversions / visitors;
        const [less, more] = wilson(of(conversions * 4, visitors * 4));
        return low >= 0 && high <= 1 && low <= rate && rate <= high && more - less <= high - low + 1e-12;
      }),
    );
  });
});

/**
 * P(B > A) as a closed sum of whole numbers, without any rounding but the last. Each rate is an order statistic of uniform
 * numbers; B is higher if fewer than its rank of its own numbers are below A's.
 */
function closedSum(a: Sample, b: Sample): number {
  const [rankA, sizeA, sizeB] = [1 + a.conversions, 1 + a.visitors, 1 + b.visitors];
  let sum = 0n;
  for (let below = 0; below <= b.conversions; below += 1)
    sum += choose(rankA - 1 + below, below) * choose(sizeA - rankA + sizeB - below, sizeB - below);
  return Number((sum * 10n ** 18n) / choose(sizeA + sizeB, sizeA)) / 1e18;
}

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i += 1) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}

describe('the chance of being best', () => {
  it('is that of the closed sum for two variants', () => {
    fc.assert(
      fc.property(samples(300), samples(300), (a, b) => {
        expect(Math.abs(compare([a, b])[1]!.best - closedSum(a, b))).toBeLessThan(1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [of(0, 0), of(0, 0)],
    [of(0, 5_000), of(3, 5_000)],
    [of(2, 2), of(1_000, 2_000)],
    [of(0, 4_000), of(0, 0)],
    [of(70, 2_000), of(96, 2_000)],
  ])('of %o and %o is that of the closed sum', (a, b) => {
    expect(Math.abs(compare([a, b])[1]!.best - closedSum(a, b))).toBeLessThan(1e-9);
  });

  it('is that of a simulation for several, with the loss', () => {
    const variants = [of(48, 1_000), of(61, 1_050), of(9, 200), of(55, 990)];
    const random = randomOf(7);
    const wins = [0, 0, 0, 0];
    const losses = [0, 0, 0, 0];
    const runs = 200_000;
    for (let run = 0; run < runs; run += 1) {
      const rates = variants.map(({ visitors, conversions }) =>
        betaOf(1 + conversions, 1 + visitors - conversions, random),
      );
      const highest = Math.max(...rates);
      rates.forEach((rate, index) => {
        if (rate === highest) wins[index]! += 1;
        losses[index]! += highest - rate;
      });
    }
    compare(variants).forEach(({ best, loss }, index) => {
      expect(best).toBeCloseTo(wins[index]! / runs, 2);
      expect(Math.abs(loss - losses[index]! / runs)).toBeLessThan(1e-4);
    });
  });

  it('is 1 together, the same for equal variants, and stays so for millions', () => {
    fc.assert(
      fc.property(fc.array(samples(5_000_000), { minLength: 2, maxLength: 10 }), (variants) => {
        const found = compare(variants);
        expect(Math.abs(found.reduce((sum, { best }) => sum + best, 0) - 1)).toBeLessThan(1e-6);
        for (const { loss } of found) expect(loss).toBeGreaterThanOrEqual(0);
        const [first, ...same] = compare([variants[0]!, variants[0]!, variants[0]!]);
        for (const { best } of [first!, ...same]) expect(best).toBeCloseTo(1 / 3, 6);
      }),
      { numRuns: 20 },
    );
  });

  it('grows with conversions and falls with those of others', () => {
    fc.assert(
      fc.property(samples(10_000), samples(10_000), (a, b) => {
        fc.pre(a.conversions < a.visitors);
        const more = { ...a, conversions: a.conversions + 1 };
        expect(compare([more, b])[0]!.best).toBeGreaterThanOrEqual(compare([a, b])[0]!.best - 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

/** A number of Beta(a, b) by two of Gamma (Marsaglia and Tsang). */
function betaOf(a: number, b: number, random: () => number): number {
  const one = gammaOf(a, random);
  return one / (one + gammaOf(b, random));
}

function gammaOf(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

describe('the parts', () => {
  it.each([
    [0.5, Math.log(Math.PI) / 2],
    [1, 0],
    [5, Math.log(24)],
    [101, 363.739_375_555_563_47],
    [1e6 + 1, 12_815_518.384_658_17],
  ])('the logarithm of Γ(%d)', (x, value) => {
    expect(Math.abs(logGamma(x) - value)).toBeLessThan(1e-12 * Math.max(1, value));
  });

  it('a density is the one of its formula', () => {
    expect(densityOf({ a: 1, b: 1 })(0.3)).toBeCloseTo(1, 14);
    expect(densityOf({ a: 2, b: 3 })(0.25)).toBeCloseTo(12 * 0.25 * 0.75 ** 2, 13);
    expect([densityOf({ a: 1, b: 4 })(0), densityOf({ a: 4, b: 1 })(1)]).toEqual([4, 4]);
    expect(densityOf({ a: 2, b: 2 })(-0.1)).toBe(0);
  });
});

describe('the sample ratio', () => {
  it.each([
    [[5_000, 5_000], [50, 50], 1],
    [[5_300, 4_700], [50, 50], 1.973_175e-9],
    [[60, 40], [50, 50], 0.045_500_26],
    [[400, 300, 300], [34, 33, 33], Math.exp(-(3_600 / 340 + 1_800 / 330) / 2)],
  ])('of %o by %o', (exposures, weights, p) => {
    expect(Math.abs(sampleRatioP(exposures, weights)! / p - 1)).toBeLessThan(1e-4);
  });

  it('says nothing of few exposures and of one variant, and always of what no visitor should see', () => {
    expect(sampleRatioP([99, 0], [50, 50])).toBeNull();
    expect(sampleRatioP([1_000], [100])).toBeNull();
    expect(sampleRatioP([1_000, 0], [0, 0])).toBeNull();
    expect(sampleRatioP([1_000, 1], [100, 0])).toBe(0);
  });

  it('is alarmed by at most a thousandth of honest splits, and by 99 of 100 of 53 to 47', () => {
    const random = randomOf(11);
    const alarms = (share: number, runs: number) => {
      let count = 0;
      for (let run = 0; run < runs; run += 1) {
        // The normal limit of the binomial.
        const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
        const first = Math.round(10_000 * share + normal * Math.sqrt(10_000 * share * (1 - share)));
        if (sampleRatioP([first, 10_000 - first], [50, 50])! < 0.001) count += 1;
      }
      return count / runs;
    };
    expect(alarms(0.5, 50_000)).toBeLessThan(0.0015);
    expect(alarms(0.53, 5_000)).toBeGreaterThan(0.99);
  });
});

describe('the always-valid test', () => {
  it('is never wrong more often than its level, at a look after every visitor', () => {
    for (const [rates, seed] of [
      [[0.05, 0.05], 1],
      [[0.3, 0.3, 0.3], 2],
      [[0.5, 0.5], 3],
    ] as const) {
      const random = randomOf(seed);
      let wrong = 0;
      const runs = 400;
      for (let run = 0; run < runs; run += 1) {
        const variants = rates.map(() => of(0, 0));
        for (let visitor = 0; visitor < 1_500; visitor += 1) {
          const index = Math.floor(random() * rates.length);
          variants[index]!.visitors += 1;
          if (random() < rates[index]!) variants[index]!.conversions += 1;
          if (
            variants.some(
              (_, one) =>
                validP(
                  variants,
                  rates.map(() => 1),
                  one,
                ) <= 0.05,
            )
          ) {
            wrong += 1;
            break;
          }
        }
      }
      expect(wrong / runs, rates.join()).toBeLessThanOrEqual(0.05);
    }
  });

  it('agrees with a clear difference, and never with a variant that is behind', () => {
    expect(validP([of(50, 1_000), of(100, 1_000)], [50, 50], 1)).toBeLessThan(0.01);
    expect(validP([of(50, 1_000), of(100, 1_000)], [50, 50], 0)).toBe(1);
    expect(validP([of(50, 1_000), of(53, 1_000)], [50, 50], 1)).toBe(1);
    expect(validP([of(50, 1_000)], [100], 0)).toBe(1);
  });
});

describe('the verdict', () => {
  const stateOf = (variants: Sample[], weights = variants.map(() => 50)) => judge(variants, weights, SETTINGS).state;

  it('goes from no exposure by too few visitors to a winner, or stays undecided', () => {
    expect(stateOf([of(0, 0), of(0, 0)])).toBe('collecting');
    expect(stateOf([of(0, 0), of(1, 1)])).toBe('too-few');
    expect(stateOf([of(50, 1_000), of(20, 99)])).toBe('too-few');
    expect(stateOf([of(50, 1_000), of(52, 1_000)])).toBe('undecided');
    expect(judge([of(50, 1_000), of(110, 1_000)], [50, 50], SETTINGS)).toMatchObject({
      state: 'winner',
      winner: 1,
      isAlwaysValid: true,
      isMismatched: false,
    });
  });

  it('withholds the winner of a split that is not the configured one, and keeps the numbers', () => {
    const verdict = judge([of(50, 1_000), of(110, 1_400)], [50, 50], SETTINGS);
    expect(verdict).toMatchObject({ state: 'undecided', winner: null, isMismatched: true });
    expect(verdict.comparisons[1]!.best).toBeGreaterThan(0.95);
  });

  it('needs the threshold, a small loss and the always-valid test together', () => {
    const variants = [of(50, 1_000), of(76, 1_000)];
    expect(judge(variants, [50, 50], SETTINGS)).toMatchObject({ state: 'undecided', isAlwaysValid: false });
    expect(judge(variants, [50, 50], SETTINGS).comparisons[1]!.best).toBeGreaterThan(0.98);
    expect(judge([of(50, 1_000), of(110, 1_000)], [50, 50], { minimum: 100, probability: 1 }).state).toBe('undecided');
  });

  it('names a false winner no more often than it says, whatever the looks', () => {
    const equal = { rates: [0.05, 0.05], days: 28, daily: 200, settings: SETTINGS };
    const found = shareOf(equal, 1_000, 5, () => true);
    expect(found).toBeLessThan(FALSE_WINNER_RATE + 3 * Math.sqrt(FALSE_WINNER_RATE / 1_000));
  });

  it('finds a variant that is half better in most experiments, and seldom the other', () => {
    const better = { rates: [0.05, 0.075], days: 28, daily: 200, settings: SETTINGS };
    expect(shareOf(better, 200, 6, (winner) => winner === 1)).toBeGreaterThan(0.8);
    expect(shareOf(better, 200, 6, (winner) => winner === 0)).toBeLessThan(0.02);
    expect(runExperiment({ ...better, days: 0 }, randomOf(1))).toBeNull();
  });
});

describe('balanced weights', () => {
  const always = (...variants: Sample[]) => BALANCE_AGES.map(() => variants);

  it('are even without numbers, and 100 together with none below the floor', () => {
    for (const weight of balancedWeights(always(of(0, 0), of(0, 0), of(0, 0), of(0, 0)), 0.05))
      expect(weight).toBeCloseTo(25, 6);
    fc.assert(
      fc.property(fc.array(samples(5_000), { minLength: 2, maxLength: 6 }), (variants) => {
        const weights = balancedWeights(always(...variants), 0.05);
        expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(100, 4);
        for (const weight of weights) expect(weight).toBeGreaterThan(5 - 1e-6);
      }),
      { numRuns: 30 },
    );
  });

  it('follow the chance of being best half a day late', () => {
    const before = [of(50, 1_000), of(50, 1_000)];
    const now = [of(50, 1_000), of(150, 1_000)];
    const sudden = balancedWeights([now, ...BALANCE_AGES.slice(1).map(() => before)], 0.05);
    const lasting = balancedWeights(always(...now), 0.05);
    expect(lasting[1]).toBeCloseTo(95, 3);
    expect(sudden[1]).toBeGreaterThan(55);
    expect(sudden[1]).toBeLessThan(80);
  });
});
