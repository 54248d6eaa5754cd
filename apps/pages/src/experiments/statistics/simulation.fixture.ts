import { ALWAYS_VALID_LEVEL, alwaysValidP } from './always-valid.js';
import { judge, type Settings } from './verdict.js';
import type { Sample } from './sample.js';

/** A seeded source of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Simulated {
  /** The true rates of the variants. */
  rates: readonly number[];
  days: number;
  /** Visitors of a variant and day. */
  daily: number;
  settings: Settings;
}

/** Looks at an experiment each day; returns the winner at the first look that has one, or null. */
export function runExperiment({ rates, days, daily, settings }: Simulated, random: () => number): number | null {
  const samples: Sample[] = rates.map(() => ({ visitors: 0, conversions: 0 }));
  const weights = rates.map(() => 1);
  for (let day = 0; day < days; day += 1) {
    samples.forEach((sample, index) => {
      sample.visitors += daily;
      for (let visitor = 0; visitor < daily; visitor += 1) if (random() < rates[index]!) sample.conversions += 1;
    });
    // No winner is without it, and it is quick.
    if (!samples.some((_, index) => alwaysValidP([{ samples, weights }], index) <= ALWAYS_VALID_LEVEL)) continue;
    const { winner } = judge(samples, weights, settings);
    if (winner !== null) return winner;
  }
  return null;
}

/** The share of experiments in which `isCounted` holds for the winner. */
export function shareOf(
  simulated: Simulated,
  runs: number,
  seed: number,
  isCounted: (winner: number) => boolean,
): number {
  const random = randomOf(seed);
  let counted = 0;
  for (let run = 0; run < runs; run += 1) {
    const winner = runExperiment(simulated, random);
    if (winner !== null && isCounted(winner)) counted += 1;
  }
  return counted / runs;
}
