import { describe, expect, it } from 'vitest';
import type { Sample } from './sample.js';
import { randomOf } from './simulation.fixture.js';
import { adjustedOf, type Stratum } from './strata.js';
import { judge, judgeStrata } from './verdict.js';

const of = (conversions: number, visitors: number): Sample => ({ visitors, conversions });
const SETTINGS = { minimum: 100, probability: 0.95 };

describe('weights that change', () => {
  const stratum = (weights: number[], ...variants: Sample[]): Stratum => ({ weights, samples: variants });
  /** Two variants alike, of which the second gets more visitors while everybody buys more. */
  const drifting = [stratum([90, 10], of(90, 9_000), of(10, 1_000)), stratum([10, 90], of(100, 1_000), of(900, 9_000))];

  it('make no variant better that had more visitors in good times', () => {
    const pooled = judge([of(190, 10_000), of(910, 10_000)], [50, 50], SETTINGS);
    expect(pooled).toMatchObject({ state: 'winner', winner: 1 });
    const verdict = judgeStrata(drifting, SETTINGS);
    expect(verdict).toMatchObject({ state: 'undecided', isMismatched: false, isAlwaysValid: false });
    const [a, b] = adjustedOf(drifting);
    expect(a!.conversions / a!.visitors).toBeCloseTo(0.055, 6);
    expect(b!.conversions / b!.visitors).toBeCloseTo(0.055, 6);
    expect(a!.visitors).toBeLessThan(10_000);
  });

  it('say the same as one time if they are the same in all', () => {
    const parts = [stratum([50, 50], of(20, 400), of(40, 410)), stratum([50, 50], of(30, 600), of(61, 600))];
    const [a, b] = adjustedOf(parts);
    expect([a!.visitors, a!.conversions, b!.visitors].map((n) => Math.round(n * 1e6) / 1e6)).toEqual([
      1_000, 50, 1_010,
    ]);
    const [whole, split] = [judge([of(50, 1_000), of(101, 1_010)], [50, 50], SETTINGS), judgeStrata(parts, SETTINGS)];
    expect(split).toMatchObject({ state: whole.state, winner: whole.winner, sampleRatioP: whole.sampleRatioP });
    expect(Math.abs(Math.log(split.alwaysValidP / whole.alwaysValidP))).toBeLessThan(0.5);
  });

  it('raise the alarm by the weights of each time', () => {
    const honest = [stratum([90, 10], of(0, 900), of(0, 100)), stratum([50, 50], of(0, 500), of(0, 500))];
    expect(judgeStrata(honest, SETTINGS).isMismatched).toBe(false);
    const wrong = [stratum([90, 10], of(0, 500), of(0, 500)), stratum([50, 50], of(0, 500), of(0, 500))];
    expect(judgeStrata(wrong, SETTINGS).isMismatched).toBe(true);
    expect(judgeStrata([stratum([100, 0], of(1, 50), of(0, 0)), ...honest], SETTINGS).isMismatched).toBe(false);
  });

  /** Days of an experiment whose weights follow the leader, while the rate of the day drifts. */
  function steered(rates: readonly number[], random: () => number): number | null {
    const strata: Stratum[] = [];
    for (let day = 0; day < 21; day += 1) {
      const chances =
        day === 0
          ? rates.map(() => 1 / rates.length)
          : judgeStrata(strata, SETTINGS).comparisons.map(({ best }) => best);
      const weights = chances.map((best) => 5 + (100 - 5 * rates.length) * best);
      const share = weights[0]! / weights.reduce((sum, weight) => sum + weight);
      const drift = 1 + 0.8 * Math.sin(day / 2);
      const variants = rates.map(() => of(0, 0));
      for (let visitor = 0; visitor < 200; visitor += 1) {
        const index = random() < share ? 0 : 1;
        variants[index]!.visitors += 1;
        if (random() < rates[index]! * drift) variants[index]!.conversions += 1;
      }
      strata.push({ weights, samples: variants });
      const { winner } = judgeStrata(strata, SETTINGS);
      if (winner !== null) return winner;
    }
    return null;
  }

  it('that follow the leader name a false winner no more often than the test allows, and find the better one', () => {
    const share = (rates: readonly number[], runs: number, seed: number, wanted: number | null) => {
      const random = randomOf(seed);
      let found = 0;
      for (let run = 0; run < runs; run += 1) {
        const winner = steered(rates, random);
        if (winner !== null && (wanted === null || winner === wanted)) found += 1;
      }
      return found / runs;
    };
    expect(share([0.1, 0.1], 200, 3, null)).toBeLessThan(0.05);
    expect(share([0.1, 0.2], 40, 4, 1)).toBeGreaterThan(0.6);
    expect(share([0.1, 0.2], 40, 4, 0)).toBeLessThan(0.05);
  });
});
