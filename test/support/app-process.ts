import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, recordStart, waitUntil } from '#libs/test/testing';
import { LEASH } from '../../scripts/stack/child.js';
import { HttpClient } from './http-client.js';

const ROOT = resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;
const KEPT_OUTPUT = 64 * 1024;

let built: Promise<unknown> | undefined;

/** Compiles the sources unless `dist` is up to date. */
export function ensureBuilt(): Promise<unknown> {
  return (built ??= promisify(execFile)(process.execPath, [join(ROOT, 'scripts/prepare/ensure-built.mjs')]));
}

/**
 * An app as it runs in production: a process of its own, of the compiled sources, but without source maps, which take a
 * tenth of its start. It can be killed and restarted.
 */
export class AppProcess {
  /** The last 64 KiB of its output, over all its starts. */
  output = '';
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();

  private constructor(
    readonly app: string,
    readonly port: number,
    private readonly environment: Record<string, string>,
    private readonly root: string,
  ) {}

  /**
   * @param environment its variables, except HOST; PORT only if others are told of it before it starts
   * @param root directory with the `dist` of another version
   */
  static async start(app: string, environment: Record<string, string>, root = ROOT): Promise<AppProcess> {
    if (root === ROOT) await ensureBuilt();
    const process = new AppProcess(app, Number(environment['PORT'] ?? (await freePort())), environment, root);
    await process.start();
    return process;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get client(): HttpClient {
    return new HttpClient(this.url);
  }

  /** Whether the process is running; false after a crash as well. */
  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts or restarts it, always on the same port. Resolves when it answers. */
  async start(): Promise<void> {
    this.#spawn();
    await waitUntil(
      async () => {
        if (!this.isRunning) return true;
        return (await this.client.get('/healthz')).status === 200;
      },
      { timeoutMs: START_TIMEOUT_MS, what: `${this.app} to answer` },
    );
    if (!this.isRunning) throw new Error(`${this.app} ended while starting: ${this.output}`);
  }

  /** SIGKILL: a crash. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  /** SIGTERM: a graceful shutdown. */
  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    await this.#exited;
  }

  #spawn(): void {
    recordStart('process');
    const script = join(this.root, 'dist/apps', this.app, 'src/main.js');
    const child = spawn(process.execPath, ['--import', LEASH, script], {
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(this.port), ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-KEPT_OUTPUT)));
    }
    this.#exited = new Promise((done) => child.once('exit', () => done()));
    this.#child = child;
  }
}
