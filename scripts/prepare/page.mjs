import { join } from 'node:path';
import { run } from './run.mjs';

/** Builds the page of the dashboard, unless it is up to date. */
export function buildPage(root) {
  return run(process.execPath, [join(root, 'scripts/dashboard/build.mjs')], { cwd: root });
}
