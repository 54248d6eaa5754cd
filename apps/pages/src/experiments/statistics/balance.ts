import { compare } from './posterior.js';
import type { Sample } from './sample.js';

const HALF_LIFE_HOURS = 12;
/** Ages of the numbers that are looked at (hours); older ones have less than a tenth of the weight. */
export const BALANCE_AGES = [0, 6, 12, 18, 24, 30, 36, 42] as const;

/**
 * Weights (0 to 100) by the chance of being best, none below `floor` of all: `floor + (1 − k floor) P`. The chances of the last
 * two days count by their age, half as much for each half day, so that one lucky hour does not turn the traffic.
 * @param history samples of all variants at each of {@link BALANCE_AGES}, the newest first
 */
export function balancedWeights(history: readonly (readonly Sample[])[], floor: number): number[] {
  const count = history[0]!.length;
  const smoothed = new Array<number>(count).fill(0);
  let total = 0;
  history.forEach((samples, index) => {
    // Before the first exposure every variant is as good.
    if (index > 0 && samples.every(({ visitors }) => visitors === 0)) return;
    const weight = 0.5 ** (BALANCE_AGES[index]! / HALF_LIFE_HOURS);
    total += weight;
    compare(samples).forEach(({ best }, variant) => (smoothed[variant]! += weight * best));
  });
  return smoothed.map((sum) => 100 * (floor + ((1 - count * floor) * sum) / total));
}
