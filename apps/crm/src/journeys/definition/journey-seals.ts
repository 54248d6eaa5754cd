import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { hasSealed, type JourneyCriteria, openCriteria } from './journey-criteria.js';
import type { JourneyStep } from './journey-step.js';
import type { JourneyWithSteps } from './journey.dto.js';

/** Lists the criteria of steps. */
export const stepCriteria = (steps: readonly JourneyStep[]): JourneyCriteria[] =>
  steps.flatMap((step) => (step.kind === 'condition' ? step.criteria : []));

/** Changes the criteria of steps. */
export const mapStepCriteria = (
  steps: readonly JourneyStep[],
  change: (criteria: JourneyCriteria) => JourneyCriteria,
): JourneyStep[] =>
  steps.map((step) => (step.kind === 'condition' ? { ...step, criteria: change(step.criteria) } : step));

/** Says whether e-mail addresses or telephone numbers stand in criteria of a journey, which are kept sealed. */
export function isSealed({ journey: { exitCriteria, goal }, steps }: JourneyWithSteps): boolean {
  return [exitCriteria, goal, ...stepCriteria(steps)].some((criteria) => criteria !== null && hasSealed(criteria));
}

/** Returns a journey as it was given. */
export function openJourney(cipher: TenantCipher, { journey, steps }: JourneyWithSteps): JourneyWithSteps {
  const open = (criteria: JourneyCriteria) => openCriteria(cipher, criteria);
  const { exitCriteria, goal } = journey;
  return {
    journey: { ...journey, exitCriteria: exitCriteria && open(exitCriteria), goal: goal && open(goal) },
    steps: mapStepCriteria(steps, open),
  };
}
