import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { VERSION } from '../../sdk/src/index.js';
import type { Io } from './io.js';
import { run } from './run.js';

const ended = new AbortController();
// A second Ctrl-C ends the process at once.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => ended.abort());

/** The program of each system that opens a page. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function open(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  child.once('error', () => io.err('There is no browser here that could be opened.'));
  child.unref();
}

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
  introduction: {
    'user-agent': `service-cli/${VERSION} (${hostname().replaceAll(/[^\x20-\x7e]/g, '?')}; ${process.platform})`,
  },
  open,
  wait: (ms) => delay(ms, undefined, { signal: ended.signal }),
  signal: ended.signal,
};

process.exitCode = await run(process.argv.slice(2), io);
