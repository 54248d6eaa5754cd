import { resolve } from 'node:path';
import { build, buildIsStale } from '../prepare/build.mjs';
import { dependenciesAreMissing, installDependencies } from '../prepare/install.mjs';
import { requireNode } from '../prepare/node-version.mjs';
import { step } from '../prepare/steps.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Installs what is missing. Needs nothing but Node. */
export async function installed() {
  requireNode();
  return !dependenciesAreMissing(ROOT) || step('npm ci', () => installDependencies(ROOT));
}

/** Installs and builds what is missing, or ends the process: some tests run compiled files. */
export async function readyOrExit() {
  const isReady = (await installed()) && (!buildIsStale(ROOT) || (await step('build', () => build(ROOT))));
  if (!isReady) process.exit(1);
}
