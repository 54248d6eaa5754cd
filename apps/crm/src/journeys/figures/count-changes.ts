import type { JourneyStep } from '../definition/journey-step.js';
import type { EnrollmentChange } from '../enrollments/enrollment-change.js';
import type { JourneyCount } from './journey-count.entity.js';

export type CountChange = Omit<JourneyCount, 'tenantId'>;

/** Step of the figures of a journey as a whole. */
export const WHOLE = 0;

/** Returns what changes add to the figures, one row for each key, in one order: two writers of them wait for each other. */
export function countsOf(changes: readonly EnrollmentChange[]): CountChange[] {
  const counts = new Map<string, CountChange>();
  for (const change of changes) addChange(counts, change);
  return [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

function addChange(counts: Map<string, CountChange>, { before, after, done, facts, now }: EnrollmentChange): void {
  const { journeyId, version } = after;
  const day = now.toISOString().slice(0, 10);
  const at = (step: number): CountChange => {
    const key = `${journeyId} ${version} ${step} ${day}`;
    const count = counts.get(key) ?? {
      journeyId,
      version,
      step,
      day,
      entered: 0,
      departed: 0,
      failed: 0,
      requested: 0,
    };
    counts.set(key, count);
    return count;
  };
  const isStep = (step: number) => step >= 1 && step <= facts.steps.length;
  const hasFailed = after.outcome === 'failed';
  if (!before.isCounted) {
    at(WHOLE).entered += 1;
    if (isStep(before.step)) at(before.step).entered += 1;
  }
  for (const [index, { step, outcome }] of done.entries()) {
    at(step).departed += 1;
    if (outcome === 'failed') at(step).failed += 1;
    if (outcome === 'requested' && isMessage(facts.steps[step - 1])) at(step).requested += 1;
    const next = done[index + 1]?.step ?? after.step;
    if (isStep(next)) at(next).entered += 1;
  }
  if (after.state !== 'ended') return;
  at(WHOLE).departed += 1;
  if (hasFailed) at(WHOLE).failed += 1;
  if (!isStep(after.step)) return;
  at(after.step).departed += 1;
  if (hasFailed) at(after.step).failed += 1;
}

const isMessage = (step: JourneyStep | undefined): boolean =>
  step?.kind === 'act' && (step.action.kind === 'email' || step.action.kind === 'push');
