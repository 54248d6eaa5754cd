// `npm test`: all checks and tests of a change, on a machine with only Node.
import { join } from 'node:path';
import { run } from './prepare/run.mjs';
import { step } from './prepare/steps.mjs';
import { AllTests } from './test/all-tests.mjs';
import { checkDependencies, checkFormat, checkLint, checkPage, checkTypes } from './test/checks.mjs';
import { LANES } from './test/lanes.mjs';
import { installed, ROOT } from './test/ready.mjs';

const results = { passed: 0, failed: 0 };

function count(ok) {
  results[ok ? 'passed' : 'failed'] += 1;
  return ok;
}

/** One after another, in parallel to the tests, which leave some of the processors idle. */
async function runChecks() {
  for (const check of [checkLint, checkTypes, checkPage, checkFormat, checkDependencies]) count(await check(ROOT));
}

/** Compiles first, because some tests run compiled files. Concurrent builds of one clone wait for each other. */
function built() {
  return step('build', () => run(process.execPath, [join(ROOT, 'scripts/prepare/ensure-built.mjs')], { cwd: ROOT }));
}

async function runTests(filters) {
  const tests = new AllTests(ROOT, LANES, filters);
  const checked = runChecks();
  if (!count(await built())) return checked;
  await tests.runLanes();
  await checked;
  await tests.runAgain();
  const { passed, failed } = tests.conclude();
  results.passed += passed;
  results.failed += failed;
}

if (await installed()) await runTests(process.argv.slice(2));
else results.failed += 1;
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
