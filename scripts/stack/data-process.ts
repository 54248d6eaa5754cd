import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Patience } from '#libs/test/embedded';
import { LEASH, type StartPatience } from './child.js';
import type { Task, TaskAnswer, TaskRequest } from './data-tasks.js';

const CHECK_MS = 100;
/** Lines that are shown of an error with all its properties: the message, and where it was thrown. */
const LINES_OF_ERROR = 8;

interface Waiting {
  done(result: unknown): void;
  fail(reason: string): void;
}

/** Runs migrations and seeds in one process of its own; see data-tasks.ts. */
export class DataProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private tasks = 0;
  private ended: string | undefined;

  /** @param env for what the tasks read from their process; what belongs to one app is their input */
  constructor(
    env: NodeJS.ProcessEnv,
    private readonly logFile: string,
    private readonly patience: StartPatience = {},
    script = join(import.meta.dirname, 'data-tasks.js'),
  ) {
    const log = openSync(logFile, 'a', 0o600);
    this.child = fork(script, {
      env,
      execArgv: ['--enable-source-maps', '--import', LEASH],
      // Of its own session, like the apps: an interrupt of the terminal does not end a migration halfway.
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.child.on('message', (answer: TaskAnswer) => this.settle(answer));
    this.child.on('error', (error) => this.end(`did not start (${error.message})`));
    this.child.once('exit', (code, signal) => this.end(signal ? `was ended by ${signal}` : `ended with ${code}`));
  }

  /**
   * Runs a task and returns its result; several may run at a time.
   * @param name starts the message of its failure
   * @throws Error with the first lines of what the task threw, or the last lines of the log if the process ended; or
   * when its log has not grown for too long
   */
  async run(name: string, task: Task): Promise<unknown> {
    const id = (this.tasks += 1);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((done, reject) => {
        const fail = (reason: string) => reject(new Error(`${name} failed: ${reason}`));
        if (this.ended) return fail(this.ended);
        this.waiting.set(id, { done, fail });
        timer = this.watch(name, reject);
        this.child.send({ id, ...task } satisfies TaskRequest);
      });
    } finally {
      clearInterval(timer);
      this.waiting.delete(id);
    }
  }

  private watch(name: string, reject: (error: unknown) => void): NodeJS.Timeout {
    const patience = new Patience({ ...this.patience, name, logFile: this.logFile });
    return setInterval(() => {
      try {
        patience.check();
      } catch (error) {
        reject(error);
      }
    }, CHECK_MS);
  }

  /** Ends the process; a task that still runs fails. */
  async stop(): Promise<void> {
    if (this.ended) return;
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    this.child.kill('SIGKILL');
    await gone;
  }

  private settle(answer: TaskAnswer): void {
    const task = this.waiting.get(answer.id);
    if ('error' in answer) task?.fail(indented(answer.error.split('\n').slice(0, LINES_OF_ERROR)));
    else task?.done(answer.result);
  }

  private end(how: string): void {
    if (this.ended) return;
    const log = readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-LINES_OF_ERROR);
    this.ended = `its process ${how}: ${indented(log)}`;
    for (const { fail } of this.waiting.values()) fail(this.ended);
  }
}

const indented = (lines: string[]): string => lines.join('\n    ');
