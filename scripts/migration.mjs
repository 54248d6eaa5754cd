// `npm run migration -- <app> create|run|revert|show`: installs and builds what is missing, then runs the command.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIsStale, build } from './prepare/build.mjs';
import { dependenciesAreMissing, installDependencies } from './prepare/install.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { step } from './prepare/steps.mjs';

const ROOT = resolve(import.meta.dirname, '..');

async function orExit(done) {
  if (!(await done)) process.exit(1);
}

requireNode();
if (dependenciesAreMissing(ROOT)) await orExit(step('npm ci', () => installDependencies(ROOT)));
if (buildIsStale(ROOT)) await orExit(step('build', () => build(ROOT)));
await import(pathToFileURL(join(ROOT, 'dist/scripts/migration/main.js')).href);
