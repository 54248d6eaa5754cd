import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Patience, type PatienceOptions } from '#libs/test/embedded';

/** How long a process may log nothing while it is waited for, and how often a line says that it is. */
export type StartPatience = Pick<PatienceOptions, 'silenceMs' | 'hint' | 'sayEveryMs' | 'say'>;

export interface ChildOptions {
  name: string;
  /** Compiled module that the process runs. */
  script: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Called repeatedly; the child is up as soon as it returns true. */
  isUp(): Promise<boolean>;
  /** Prints one line for the user. */
  say(line: string): void;
  /** Called if the process has a new pid. */
  onRestart?(): void;
  patience: StartPatience;
}

const POLL_MS = 50;
const STOP_GRACE_MS = 5_000;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 15_000;
/** After this time (milliseconds) the delay of restarts starts again at its minimum. */
const STEADY_MS = 30_000;

const LEASH_GRACE_MS = 5_000;

/**
 * For little memory, without measurable cost: a small nursery, no source maps, and a first full collection at 32 MiB,
 * later ones whenever the old space has grown by 60 %. Without them V8 lets the heap of the starting platform grow to
 * 85 MiB, 24 of them garbage, which an app at rest never collects, and to more than twice its content under load.
 */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--initial-old-space-size=32', '--heap-growing-percent=60'];

/** Two arenas in place of eight for each processor: a process of few threads leaves most of them half empty. */
const SMALL_MALLOC = { MALLOC_ARENA_MAX: '2' };

/**
 * Loaded into every process (`node --import`): if the launcher ends, also by SIGKILL, the process stops as after SIGTERM.
 * The channel itself does not keep a finished process running.
 */
export const LEASH = `data:text/javascript,${encodeURIComponent(`
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), ${LEASH_GRACE_MS}).unref();
  });
  process.channel?.unref();
`)}`;

/** A Node process that is restarted when it ends, with growing delays. */
export class Child {
  private process: ChildProcess | undefined;
  private startedAt = 0;
  private backoffMs = FIRST_BACKOFF_MS;
  private stopping = false;
  private ended: string | undefined;

  constructor(private readonly options: ChildOptions) {}

  get name(): string {
    return this.options.name;
  }

  get script(): string {
    return this.options.script;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /**
   * Starts the process and waits until it is up, for as long as its log grows.
   * @throws Error with the end of its log when it dies first, or logs nothing for too long.
   */
  async start(): Promise<void> {
    this.spawn();
    const patience = new Patience({ ...this.options.patience, name: this.name, logFile: this.options.logFile });
    while (!(await this.options.isUp())) {
      if (this.stopping) throw new Error(`${this.name} was stopped while starting`);
      if (this.ended) throw new Error(`${this.name} ${this.ended} while starting: ${this.lastLines()}`);
      patience.check();
      await delay(POLL_MS);
    }
    this.process?.once('exit', () => void this.restart());
    if (this.ended) await this.restart();
  }

  /** Stops it by SIGTERM, and by SIGKILL if it does not end within seconds. */
  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.process;
    if (!child || this.ended) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    await gone;
    clearTimeout(timer);
  }

  /** Kills it at once. */
  kill(): void {
    this.stopping = true;
    this.process?.kill('SIGKILL');
  }

  private spawn(): void {
    const { script, env, logFile } = this.options;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a', 0o600);
    const args = [...NODE_OPTIONS, '--import', LEASH, script];
    // A separate session: an interrupt of the terminal reaches only the launcher, which stops the processes in order.
    const stdio = ['ignore', log, log, 'ipc'] as const;
    const child = spawn(process.execPath, args, {
      env: { ...SMALL_MALLOC, ...env },
      stdio: [...stdio],
      detached: true,
    });
    closeSync(log);
    this.process = child;
    this.startedAt = Date.now();
    this.ended = undefined;
    child.once('exit', (code, signal) => (this.ended = signal ? `was ended by ${signal}` : `ended with ${code}`));
    child.once('error', (error) => (this.ended = `did not start (${error.message})`));
  }

  private async restart(): Promise<void> {
    if (this.stopping) return;
    if (Date.now() - this.startedAt > STEADY_MS) this.backoffMs = FIRST_BACKOFF_MS;
    const wait = this.backoffMs;
    this.backoffMs = Math.min(wait * 2, LONGEST_BACKOFF_MS);
    this.options.say(`! ${this.name} ${this.ended}; again in ${wait / 1000} s (log: ${this.options.logFile})`);
    await delay(wait);
    if (this.stopping) return;
    this.spawn();
    this.process?.once('exit', () => void this.restart());
    this.options.onRestart?.();
  }

  private lastLines(): string {
    return readFileSync(this.options.logFile, 'utf8').trim().split('\n').slice(-5).join('\n    ');
  }
}

/** Whether an address answers 200 now. */
export async function answers(url: string): Promise<boolean> {
  // Asked many times before there is a server: a refused connection costs a fraction of a refused fetch.
  if (!(await listens(Number(new URL(url).port)))) return false;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Whether a port of this machine accepts connections now. */
export function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => finish(true));
    const finish = (up: boolean) => {
      socket.destroy();
      done(up);
    };
    socket.once('error', () => finish(false));
  });
}
