import { expect, it } from 'vitest';
import { PlanRenewal } from './plan-renewal.js';

it('is due ever later, and a few times in all', () => {
  const renewal = new PlanRenewal();
  const due: number[] = [];
  for (let run = 1; run <= 500_000; run += 1) if (renewal.isDue()) due.push(run);
  expect(due).toEqual([50, 200, 800, 3_200, 12_800, 51_200]);
});
