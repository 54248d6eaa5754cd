// `npm run bench -- <name>`: runs a bench and its limit. Without a name, lists the benches.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dependenciesAreMissing, installDependencies, TOOLS } from './prepare/install.mjs';
import { runBuilt } from './prepare/run-built.mjs';
import { step } from './prepare/steps.mjs';

const ROOT = resolve(import.meta.dirname, '..');

const names = readdirSync(join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

const [name] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.log(`npm run bench -- <name> [--rounds 5] [--seconds 5]\n\n${names.map((one) => `  ${one}`).join('\n')}`);
  process.exit(name === undefined ? 0 : 1);
}
const tools = join(ROOT, TOOLS);
if (name === 'lighthouse' && dependenciesAreMissing(tools)) {
  if (!(await step('npm ci of the tools', () => installDependencies(tools)))) process.exit(1);
}
await runBuilt(`bench/${name}.js`);
