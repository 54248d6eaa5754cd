import { describe, expect, it } from 'vitest';
import { currentContext, keepContext, runInContext } from './work-context.js';

const CONTEXT = { requestId: 'req_1', logFields: {} };

describe('a context that is kept', () => {
  it('is that of the code that kept it, wherever the work runs', async () => {
    const run = runInContext(CONTEXT, () => keepContext());
    expect(currentContext()).toBeUndefined();
    expect(run(currentContext)).toBe(CONTEXT);
    const other = { requestId: 'req_2', logFields: {} };
    const [kept, after] = await runInContext(other, async () => [
      await run(async () => {
        await Promise.resolve();
        return currentContext();
      }),
      currentContext(),
    ]);
    expect([kept, after]).toEqual([CONTEXT, other]);
  });

  it('is none where there was none', () => {
    const run = keepContext();
    expect(runInContext(CONTEXT, () => run(currentContext))).toBeUndefined();
  });
});
