import { invalid } from './journey-problems.js';
import type { JourneyStep } from './journey-step.js';

/** A way from a step to another, and the place in the body that names it. */
interface Way {
  to: number;
  place: string;
}

/** Ways out of a step that take no time. */
function instantWays(step: JourneyStep, index: number): Way[] {
  const next = { to: step.number + 1, place: `passos[${index}]` };
  switch (step.kind) {
    case 'wait':
      return [];
    case 'act':
      return [next];
    case 'condition':
      return [next, { to: step.otherwise, place: `passos[${index}].se_pular_ir` }];
    case 'split':
      return step.branches.map(({ to }, branch) => ({ to, place: `passos[${index}].ramos[${branch}].ir` }));
  }
}

/**
 * Rejects ways to steps that do not exist, and circles without a wait: a contact would go round in one for ever.
 * @param steps numbered from 1 without gaps
 * @throws Problem Unprocessable that names the place
 */
export function validateWays(steps: readonly JourneyStep[]): void {
  const ways = steps.map(instantWays);
  for (const { to, place } of ways.flat())
    if (to < 1 || to > steps.length + 1 || (to === steps.length + 1 && place.includes('.')))
      throw invalid(place, `O passo ${to} não existe.`);
  const done = new Set<number>();
  for (let number = 1; number <= steps.length; number += 1) visit(number, [], ways, done);
}

/** Depth first; at most 100 steps deep. */
function visit(number: number, above: readonly number[], ways: readonly Way[][], done: Set<number>): void {
  if (done.has(number)) return;
  for (const { to, place } of ways[number - 1] ?? []) {
    if (to === number || above.includes(to))
      throw invalid(place, `Voltar ao passo ${to} só é possível passando por um passo esperar.`);
    visit(to, [...above, number], ways, done);
  }
  done.add(number);
}
