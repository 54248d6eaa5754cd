// `npm run test:only -- <folder>` and `npm run test:watch -- <folder>`: spec files whose paths contain the words; `--watch`
// runs them again at every change. Installs and builds what is missing first.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readyOrExit, ROOT } from './ready.mjs';

const words = process.argv.slice(2);
const isWatch = words.includes('--watch');
const filters = words.filter((word) => word !== '--watch');

await readyOrExit();
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const child = spawn(process.execPath, [vitest, isWatch ? 'watch' : 'run', ...filters], { cwd: ROOT, stdio: 'inherit' });
// An interrupt of the terminal reaches Vitest, too, which ends by itself.
process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => (process.exitCode = code ?? 1));
