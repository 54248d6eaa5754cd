// Checks the types of the page, with the operations that it sends.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { generate } from './generate.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
await generate(ROOT);
const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', 'apps/dashboard/web'], { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
