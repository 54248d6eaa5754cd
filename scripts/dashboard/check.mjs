// Checks the types of the page, with the operations that it sends.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { generate } from './generate.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
await generate(ROOT);
const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
// Specs run in Node, and the page does not.
const statuses = ['tsconfig.json', 'tsconfig.spec.json'].map((config) => {
  const args = [compiler, '-p', join('apps/dashboard/web', config)];
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status;
});
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
