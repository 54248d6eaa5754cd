// `npm run bench -- <name>`: measures one thing beside its limit. Without a name, lists what there is.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, buildIsStale } from './prepare/build.mjs';
import { dependenciesAreMissing, installDependencies } from './prepare/install.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { step } from './prepare/steps.mjs';

const ROOT = resolve(import.meta.dirname, '..');

const names = readdirSync(join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

async function orExit(done) {
  if (!(await done)) process.exit(1);
}

const [name] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.log(`npm run bench -- <name> [--rounds 5] [--seconds 5]\n\n${names.map((one) => `  ${one}`).join('\n')}`);
  process.exit(name === undefined ? 0 : 1);
}
requireNode();
if (dependenciesAreMissing(ROOT)) await orExit(step('npm ci', () => installDependencies(ROOT)));
if (buildIsStale(ROOT)) await orExit(step('build', () => build(ROOT)));
await import(pathToFileURL(join(ROOT, `dist/bench/${name}.js`)).href);
