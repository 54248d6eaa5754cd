import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answers, LEASH } from './child.js';
import { type DevFile, readDevFile } from './read-dev-file.js';

const POLL_MS = 20;
const SHOWN_OUTPUT = 4_000;

/** The launcher as `npm start` runs it. If this process ends, also by SIGKILL, the launcher stops the stack. */
const LAUNCHER: Command = [process.execPath, '--import', LEASH, 'scripts/start.mjs'];

type Command = [string, ...string[]];

export interface StackOptions {
  dataDir: string;
  portBase: number;
  /** Receives the output of the launcher. */
  logFile: string;
  /** All variables of the launcher besides those of the two above. */
  environment: NodeJS.ProcessEnv;
  command?: Command;
}

/** The whole product in processes of its own, on a data directory and ports of its own. For tests and benches. */
export class StackProcess {
  readonly devFile: string;
  /** From the command to every app ready. */
  seconds = 0;
  private readonly child: ChildProcess;

  private constructor(private readonly options: StackOptions) {
    this.devFile = join(options.dataDir, 'dev.json');
    this.child = spawnLauncher(options);
  }

  /**
   * Starts the product from the root of the repository, which is the working directory, and waits until it is ready: as long
   * as the launcher itself waits.
   * @throws Error with the end of the launcher's output, if it ends before
   */
  static async start(options: StackOptions): Promise<StackProcess> {
    const started = performance.now();
    const stack = new StackProcess(options);
    try {
      while (!(await stack.isReady())) await delay(POLL_MS);
    } catch (error) {
      await stack.stop();
      throw error;
    }
    stack.seconds = (performance.now() - started) / 1_000;
    return stack;
  }

  dev(): DevFile {
    return readDevFile(this.devFile);
  }

  /** Stops all its processes in order. Safe to call twice. */
  async stop(): Promise<void> {
    if (!this.isRunning() || !this.child.pid) return;
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    process.kill(-this.child.pid, 'SIGINT');
    await gone;
    // npm ends at once and leaves the launcher to itself, which deletes its note of the run last.
    while (existsSync(join(this.options.dataDir, 'run.json'))) await delay(POLL_MS);
  }

  private async isReady(): Promise<boolean> {
    if (!this.isRunning()) throw new Error(`The stack ended while it was starting:\n${this.output()}`);
    if (!existsSync(this.devFile)) return false;
    const { identity, platform } = this.dev().urls;
    return (await answers(`${identity}/readyz`)) && (await answers(`${platform}/readyz`));
  }

  private isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  private output(): string {
    return readFileSync(this.options.logFile, 'utf8').slice(-SHOWN_OUTPUT);
  }
}

function spawnLauncher({ dataDir, portBase, logFile, environment, command = LAUNCHER }: StackOptions): ChildProcess {
  const log = openSync(logFile, 'a');
  const [program, ...args] = command;
  const child = spawn(program, args, {
    env: { ...environment, DATA_DIR: dataDir, PORT_BASE: String(portBase) },
    stdio: ['ignore', log, log, 'ipc'],
    // A group of its own, so that an interrupt reaches all of it, as one from a terminal does.
    detached: true,
  });
  closeSync(log);
  return child;
}
