import type { ExperimentPhase } from '#libs/sites/experiments';
import type { Sample } from '../statistics/sample.js';
import type { Stratum } from '../statistics/strata.js';

const HOUR_MS = 3_600_000;

/** Visitors who were first exposed to a variant within an hour. */
export interface HourRow extends Sample {
  variantId: string;
  hour: Date;
}

/** The weights of a phase at a time, by the ids of variants. */
export function weightsAt({ weights, steps }: ExperimentPhase, at: Date): Record<string, number> {
  return steps.findLast(({ from }) => new Date(from) <= at)?.weights ?? weights;
}

/** The times of a phase with the same weights, of the hours before an age (hours); at least one. */
export function strataOf(
  phase: ExperimentPhase,
  ids: readonly (string | null)[],
  rows: readonly HourRow[],
  to: Date,
  age = 0,
): Stratum[] {
  const before = to.getTime() - age * HOUR_MS;
  const byWeights = new Map<string, { weights: number[]; samples: Sample[] }>();
  for (const { variantId, hour, visitors, conversions } of rows) {
    const index = ids.indexOf(variantId);
    if (index < 0 || hour.getTime() >= before) continue;
    const stratum = entry(byWeights, weightsOf(ids, weightsAt(phase, hour)));
    stratum.samples[index]!.visitors += visitors;
    stratum.samples[index]!.conversions += conversions;
  }
  if (byWeights.size === 0) entry(byWeights, weightsOf(ids, weightsAt(phase, to)));
  return [...byWeights.values()];
}

/** Zero for a variant that is none of the phase. */
export const weightsOf = (ids: readonly (string | null)[], weights: Record<string, number>): number[] =>
  ids.map((id) => (id === null ? 0 : (weights[id] ?? 0)));

function entry(map: Map<string, { weights: number[]; samples: Sample[] }>, weights: number[]) {
  const key = weights.join(' ');
  const there = map.get(key);
  if (there) return there;
  const made = { weights, samples: weights.map(() => ({ visitors: 0, conversions: 0 })) };
  map.set(key, made);
  return made;
}
