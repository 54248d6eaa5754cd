import { spawn } from 'node:child_process';

const running = new Set();

// An interrupt of the terminal also reaches the children; a signal to this process does not.
process.on('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exitCode = 143;
});

/**
 * Runs a program to its end. Returns its output, unless `live` passes it through.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { cwd, env = environment(), live = false } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio });
    const chunks = [];
    running.add(child);
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const finish = (ok, more = '') => {
      running.delete(child);
      resolve({ ok, output: Buffer.concat(chunks).toString('utf8') + more });
    };
    child.once('error', (error) => finish(false, `${command}: ${error.message}`));
    child.once('close', (code) => finish(code === 0));
  });
}

/** Disables colours in files: some tools would use them there, too. */
function environment() {
  if (process.stdout.isTTY) return process.env;
  const { FORCE_COLOR: _, ...env } = process.env;
  return { ...env, NO_COLOR: '1' };
}
