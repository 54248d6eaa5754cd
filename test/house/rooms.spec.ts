import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { sourcesIn } from './sources.js';

/** Files that a folder of code has at most; more are two subjects, or one and its parts. */
const MOST = 25;

it(`no folder of apps and libs has more than ${MOST} files`, () => {
  const counts = new Map<string, number>();
  for (const { file } of sourcesIn(['apps', 'libs'], /^(?:apps\/[^/]+\/src|libs)\/.*\.ts$/))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(200);
  expect([...counts].filter(([, count]) => count > MOST).map(([folder]) => folder)).toEqual([]);
});
