import { join, resolve } from 'node:path';
import { build, buildIsStale } from '../prepare/build.mjs';
import { dependenciesAreMissing, installDependencies, TOOLS } from '../prepare/install.mjs';
import { requireNode } from '../prepare/node-version.mjs';
import { step } from '../prepare/steps.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Installs what is missing, the tools of the tests included. Needs nothing but Node. */
export async function installed() {
  requireNode();
  return (await install('npm ci', ROOT)) && (await install('npm ci of the tools', join(ROOT, TOOLS)));
}

async function install(name, folder) {
  return !dependenciesAreMissing(folder) || step(name, () => installDependencies(folder));
}

/** Installs and builds what is missing, or ends the process: some tests run compiled files. */
export async function readyOrExit() {
  const isReady = (await installed()) && (!buildIsStale(ROOT) || (await step('build', () => build(ROOT))));
  if (!isReady) process.exit(1);
}
