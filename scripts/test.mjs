// `npm test`: all checks and tests of a change, on a machine with only Node.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dependenciesAreMissing, installDependencies } from './prepare/install.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { run } from './prepare/run.mjs';
import { step } from './prepare/steps.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const REPORT = join(ROOT, '.data/test-report.json');

const results = { passed: 0, failed: 0 };

function count(ok) {
  results[ok ? 'passed' : 'failed'] += 1;
  return ok;
}

/** Runs a tool of node_modules directly, which saves the second that npx takes. */
function tool(path, args, options = {}) {
  return run(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: ROOT, ...options });
}

async function check(name, path, args) {
  return count(await step(name, () => tool(path, args)));
}

/** One after another, in parallel to the tests, which leave some of the processors idle. */
async function runChecks() {
  await check('lint', 'oxlint/bin/oxlint', ['--deny-warnings']);
  await check('types', 'typescript/bin/tsc', ['--noEmit']);
  await check('format', 'prettier/bin/prettier.cjs', ['--check', '--cache', '--log-level', 'warn', '.']);
  const parts = ['apps', 'libs', 'scripts', 'test', 'bench'];
  await check('dependency rules', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    ...parts,
  ]);
}

/** Builds first, because some tests run compiled files. */
async function buildAndTest(filters) {
  if (await check('build', '../scripts/prepare/ensure-built.mjs', [])) await runTests(filters);
}

async function runTests(filters) {
  rmSync(REPORT, { force: true });
  mkdirSync(join(ROOT, '.data'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const done = await step('tests', () => tool('vitest/vitest.mjs', ['run', ...reporters, ...filters], { live: true }));
  const { passed, failed } = readReport();
  results.passed += passed;
  results.failed += Math.max(failed, done ? 0 : 1);
}

/** A file that could not be loaded has no tests; it counts as failed. */
function readReport() {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8'));
    const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function main() {
  requireNode();
  if (dependenciesAreMissing(ROOT) && !count(await step('npm ci', () => installDependencies(ROOT)))) return;
  await Promise.all([buildAndTest(process.argv.slice(2)), runChecks()]);
}

await main();
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
