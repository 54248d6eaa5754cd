import { join } from 'node:path';
import { run } from '../prepare/run.mjs';
import { step } from '../prepare/steps.mjs';

const PARTS = ['apps', 'libs', 'packages', 'scripts', 'test', 'bench'];

/** Runs a tool of node_modules directly, which saves the second that npx takes. */
function tool(root, name, path, args) {
  return step(name, () => run(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root }));
}

/** Checks the rules of oxlint. Without files, those of the whole repository. */
export function checkLint(root, files = []) {
  return tool(root, 'lint', 'oxlint/bin/oxlint', ['--deny-warnings', ...files]);
}

/** Checks the types of everything; what was checked before is remembered. */
export function checkTypes(root) {
  return tool(root, 'types', 'typescript-7/bin/tsc', ['--noEmit']);
}

/** Checks the types of the dashboard's page and the operations that it sends. */
export function checkPage(root) {
  return step('types of the page', () =>
    run(process.execPath, [join(root, 'scripts/dashboard/check.mjs')], { cwd: root }),
  );
}

/** Checks the format. Without files, that of the whole repository. */
export function checkFormat(root, files = ['.']) {
  return tool(root, 'format', 'oxfmt/bin/oxfmt', ['--list-different', '--no-error-on-unmatched-pattern', ...files]);
}

/** Checks which part of the repository imports which. */
export function checkDependencies(root) {
  const args = ['--config', '.dependency-cruiser.cjs', ...PARTS];
  return tool(root, 'dependency rules', 'dependency-cruiser/bin/dependency-cruise.mjs', args);
}
