import type { Io } from './io.js';
import { run } from './run.js';

const ended = new AbortController();
// A second Ctrl-C ends the process at once.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort());

// A reader such as `head` may leave early.
process.stdout.on('error', (error: { code?: string }) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const io: Io = {
  // oxlint-disable-next-line node/no-process-env -- The one place of the command line that reads it.
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  async read() {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  },
  signal: ended.signal,
};

process.exitCode = await run(process.argv.slice(2), io);
