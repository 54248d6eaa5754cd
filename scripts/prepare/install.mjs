import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Whether node_modules lacks a package of the lockfile, by the list that npm writes at an installation. */
export function dependenciesAreMissing(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).some(
    ([path, entry]) => isRequired(path, entry) && present[path]?.version !== entry.version,
  );
}

/** Ignores the root, which is not a package, and optional packages, which may be for another platform. */
function isRequired(path, entry) {
  return path !== '' && !entry.optional && !entry.devOptional && !entry.peer && !entry.link;
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** Folder of the packages that only tests and benches run; its lockfile is its own. */
export const TOOLS = 'tools';

/** Installs exactly the packages of the lockfile, including those for build and tests. */
export function installDependencies(root) {
  return run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: root,
  });
}
