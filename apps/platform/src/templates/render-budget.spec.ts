import { describe, expect, it } from 'vitest';
import { RenderBudget } from './render-budget.js';

const text = (length: number) => ({ subject: null, html: null, text: 'x'.repeat(length) });

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a budget of rendering', () => {
  it('is spent by what is rendered', () => {
    const budget = new RenderBudget({ characters: 10, ms: 1_000 });
    expect(budget.spend(() => text(9)).text).toHaveLength(9);
    expect(budget.isSpent).toBe(false);
    budget.spend(() => ({ ...text(0), subject: 's' }));
    expect(budget.isSpent).toBe(true);
  });

  it('is spent by time, also of what fails', () => {
    const budget = new RenderBudget({ characters: 10, ms: 5 });
    expect(() =>
      budget.spend(() => {
        busyFor(6);
        throw new Error('does not work');
      }),
    ).toThrow('does not work');
    expect(budget.isSpent).toBe(true);
  });

  it('lets others have their turn once it has held the process for a while, and not before', async () => {
    const budget = new RenderBudget();
    let turns = 0;
    setImmediate(() => (turns += 1));
    budget.spend(() => text(1));
    await budget.pause();
    expect(turns).toBe(0);
    budget.spend(() => (busyFor(25), text(1)));
    await budget.pause();
    expect(turns).toBe(1);
  });
});
