import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const LEASH = fileURLToPath(new URL('end-with-the-run.mjs', import.meta.url));

it('a worker ends when the process that started it is gone', async () => {
  const busy = 'process.send("running"); setInterval(() => undefined, 1_000);';
  const worker = spawn(process.execPath, ['--import', LEASH, '-e', busy], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(worker, 'message');
  // As the operating system does it when a parent dies.
  worker.disconnect();
  expect(await once(worker, 'exit')).toEqual([1, null]);
});
