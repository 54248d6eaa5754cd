// `npm run test:changed`: the checks and the nearest tests of what differs from main, in about two minutes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AllTests } from './all-tests.mjs';
import { changedFiles } from './changed-files.mjs';
import { checkFormat, checkLint, checkTypes } from './checks.mjs';
import { importersIn, sourcesIn, specsNear } from './import-graph.mjs';
import { LANES } from './lanes.mjs';
import { readyOrExit, ROOT } from './ready.mjs';

/** About as many as run in two minutes on two processors. */
const MOST_SPECS = 40;

await readyOrExit();
const changed = changedFiles(ROOT);
const specs = sourcesIn(ROOT).filter((file) => file.endsWith('.spec.ts'));
const near = specsNear(importersIn(ROOT), changed, specs);
const chosen = near.slice(0, MOST_SPECS);
console.log(`${changed.length} changed files; they touch ${near.length} spec files`);
if (near.length > chosen.length) console.log(`the nearest ${chosen.length} run; npm test runs all`);
process.exitCode = (await passes()) ? 0 : 1;

async function passes() {
  if (changed.length === 0) return true;
  const checked = check();
  const tested = chosen.length === 0 || (await test());
  return (await checked) && tested;
}

async function check() {
  const code = changed.filter((file) => /\.(ts|mjs|cjs|js)$/.test(file));
  const lint = code.length === 0 || (await checkLint(ROOT, code));
  const types = await checkTypes(ROOT);
  const format = await checkFormat(
    ROOT,
    changed.filter((file) => existsSync(join(ROOT, file))),
  );
  return lint && types && format;
}

async function test() {
  const tests = new AllTests(ROOT, LANES, chosen);
  await tests.runLanes();
  await tests.runAgain();
  const { passed, failed } = tests.conclude(false);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}
