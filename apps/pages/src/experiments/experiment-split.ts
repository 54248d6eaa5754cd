import type { WeightStep } from '#libs/sites/experiments';
import type { PageSplit } from '#libs/sites/sites';
import type { WholeExperiment } from './experiment.repository.js';

/** An experiment as the runtime reads it. @param weights in place of the configured ones @param next weights that follow */
export const splitOf = (
  { id, phase, goal, variants }: WholeExperiment,
  weights: Readonly<Record<string, number>> = {},
  next?: WeightStep,
): PageSplit => ({
  kind: 'experiment',
  experimentId: id,
  phase,
  goal,
  variants: variants.map((variant) => ({
    id: variant.id,
    version: variant.version,
    weight: weights[variant.id] ?? variant.weight,
  })),
  ...(next && { next }),
});
