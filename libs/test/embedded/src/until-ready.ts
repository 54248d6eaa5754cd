import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Patience } from './patience.js';

export interface Start {
  /** Name of the server in error messages. */
  name: string;
  logFile: string;
  isReady(): boolean | Promise<boolean>;
  /** Stops a server that is not ready in time. */
  abort(): Promise<unknown>;
}

const LOG_LINES = 3;

/**
 * Waits until a started server is ready, for as long as its log grows: a recovery after a crash may take minutes.
 * @throws Error with the end of its log if it exits, or logs nothing for ten minutes
 */
export async function untilReady(child: ChildProcess, { name, logFile, isReady, abort }: Start): Promise<void> {
  let failure: Error | undefined;
  const onExit = (code: number | null) => (failure ??= new Error(`${name} ended with ${code}: ${endOf(logFile)}`));
  child.once('error', (error) => (failure = error));
  child.once('exit', onExit);
  const patience = new Patience({ name, logFile });
  while (!(await isReady())) {
    if (failure) throw failure;
    await checkOr(abort, patience);
    await delay(10);
  }
  // The log may be gone by the time the server ends.
  child.off('exit', onExit);
}

async function checkOr(abort: Start['abort'], patience: Patience): Promise<void> {
  try {
    patience.check();
  } catch (error) {
    await abort();
    throw error;
  }
}

function endOf(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-LOG_LINES).join(' | ');
}
