// `npm run cases`: inputs from real life, each with what is right, on the built product; then the tests with inputs of our own
// that stand for the same cases. BUILT_STACK is the dev.json of a running stack, CASES_DIR a folder other than ../shared/cases.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../prepare/run.mjs';
import { readyOrExit, ROOT } from './ready.mjs';

await readyOrExit();
const cases = process.env.CASES_DIR ?? join(ROOT, '../shared/cases');
if (!existsSync(cases)) console.log(`There are no cases in ${cases}: only tests with inputs of our own run.`);

const table = JSON.parse(readFileSync(join(ROOT, 'test/built/cases.json'), 'utf8'));
const tests = Object.values(table).flatMap(({ runs = [], own = [] }) => [...runs, ...own]);
const specs = new Set(tests.map((test) => test.slice(0, test.indexOf(': '))));
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', 'test/built/cases-table.spec.ts', ...specs];
const { ok } = await run(process.execPath, args, { cwd: ROOT, live: true });
process.exitCode = ok ? 0 : 1;
