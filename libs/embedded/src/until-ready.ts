import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Start {
  /** Name of the server in error messages. */
  name: string;
  logFile: string;
  isReady(): boolean | Promise<boolean>;
  /** Stops a server that is not ready in time. */
  abort(): Promise<unknown>;
}

const TIMEOUT_MS = 60_000;
const LOG_LINES = 3;

/** Waits until a started server is ready. @throws Error with the end of its log if it exits or is not ready in 60 s */
export async function untilReady(child: ChildProcess, { name, logFile, isReady, abort }: Start): Promise<void> {
  let failure: Error | undefined;
  const onExit = (code: number | null) => (failure ??= new Error(`${name} ended with ${code}: ${endOf(logFile)}`));
  child.once('error', (error) => (failure = error));
  child.once('exit', onExit);
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isReady())) {
    if (failure) throw failure;
    if (Date.now() > deadline) {
      await abort();
      throw new Error(`${name} was not ready within ${TIMEOUT_MS / 1000} s: ${endOf(logFile)}`);
    }
    await delay(10);
  }
  // The log may be gone by the time the server ends.
  child.off('exit', onExit);
}

function endOf(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-LOG_LINES).join(' | ');
}
