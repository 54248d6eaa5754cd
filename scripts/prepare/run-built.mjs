import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIsStale, build } from './build.mjs';
import { dependenciesAreMissing, installDependencies } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { step } from './steps.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

async function orExit(done) {
  if (!(await done)) process.exit(1);
}

/**
 * Installs and builds what is missing, then runs a compiled program: a path below `dist/`. Needs nothing but Node.
 * @param {string} program
 * @param {(root: string) => void} [meanwhile] starts what need not be done before the program runs
 */
export async function runBuilt(program, meanwhile) {
  requireNode();
  if (dependenciesAreMissing(ROOT)) await orExit(step('npm ci', () => installDependencies(ROOT)));
  meanwhile?.(ROOT);
  if (buildIsStale(ROOT)) await orExit(step('build', () => build(ROOT)));
  await import(pathToFileURL(join(ROOT, 'dist', program)).href);
}
