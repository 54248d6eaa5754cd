import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toolFile } from './tools.js';

const PROCESS = resolve(import.meta.dirname, 'click-house-process.mjs');
const LIBRARY = `../../tools/node_modules/@chdb/lib-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;

/** Says whether there is an engine for this machine; on Linux with x64, on which CI runs, a missing one is a fault. */
export const HAS_CLICK_HOUSE =
  (process.platform === 'linux' && process.arch === 'x64') || existsSync(resolve(import.meta.dirname, LIBRARY));

/** A ClickHouse server of a test: the engine itself, which keeps its data when it is stopped and started again. */
export class ClickHouseServer {
  private child: ChildProcess | undefined;
  private port = 0;

  private constructor(private readonly directory: string) {}

  static async start(): Promise<ClickHouseServer> {
    const server = new ClickHouseServer(await mkdtemp(join(tmpdir(), 'click-house-')));
    await server.resume();
    return server;
  }

  get url(): string {
    return `http://traffic:hush@127.0.0.1:${this.port}/default`;
  }

  /** Starts it again, on the same port. */
  async resume(): Promise<void> {
    const child = fork(PROCESS, [toolFile('chdb', 'index.js'), this.directory, String(this.port)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.child = child;
    const started = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`ClickHouse ended with ${String(code)}`);
      }),
    ]);
    this.port = started[0] as number;
  }

  /** Ends it, as a server that is away. */
  async away(): Promise<void> {
    const ended = this.child && once(this.child, 'exit');
    this.child?.kill('SIGKILL');
    await ended;
    this.child = undefined;
  }

  async close(): Promise<void> {
    if (this.child) await this.away();
    await rm(this.directory, { recursive: true, force: true });
  }
}
