// `npm run cases`: inputs from real life, each with what is right, on the built product; then the tests with inputs of our own
// that stand for the same cases. BUILT_STACK is the dev.json of a running stack, CASES_DIR a folder other than ../shared/cases.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../prepare/run.mjs';
import { readyOrExit, ROOT } from './ready.mjs';

const TABLE = 'test/built/cases.json';

/** Spec files of a table of cases, each once. */
export function specsOf(table) {
  const tests = Object.values(table).flatMap(({ runs = [], own = [] }) => [...runs, ...own]);
  return [...new Set(tests.map((test) => test.slice(0, test.indexOf(': '))))].sort();
}

if (process.argv[1] === import.meta.filename) {
  await readyOrExit();
  const cases = process.env.CASES_DIR ?? join(ROOT, '../shared/cases');
  if (!existsSync(cases)) console.log(`There are no cases in ${cases}: only tests with inputs of our own run.`);
  const specs = ['test/built/cases-table.spec.ts', ...specsOf(JSON.parse(readFileSync(join(ROOT, TABLE), 'utf8')))];
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { ok } = await run(process.execPath, [vitest, 'run', ...specs], { cwd: ROOT, live: true });
  process.exitCode = ok ? 0 : 1;
}
