import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../prepare/run.mjs';
import { readReport } from './report.mjs';

const REPORTER = resolve(import.meta.dirname, 'reporter.mjs');

/** Runs Vitest once and returns its report. @param files where it reports, and where specs count what they start */
export async function runVitest(root, args, { report, starts, live = true }) {
  rmSync(report, { force: true });
  const env = { ...process.env, TEST_REPORT: report, TEST_STARTS: starts };
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`];
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...reporters, ...args];
  const { ok, output } = await run(process.execPath, words, { cwd: root, env, live });
  const { files, faults } = readReport(report);
  const isExplained = ok || faults.length > 0 || files.some(({ failed }) => failed > 0);
  return { files, output, faults: isExplained ? faults : ['Vitest failed without saying why'] };
}
