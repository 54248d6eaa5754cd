import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Start {
  /** Of the server, for whoever reads why it did not start. */
  name: string;
  logFile: string;
  isReady(): boolean | Promise<boolean>;
  /** Ends what is not ready in time. */
  giveUp(): Promise<unknown>;
}

const TIMEOUT_MS = 60_000;
const LINES_TOLD = 3;

/** Waits for a server that was just started. @throws Error with the end of its log when it ends, or is not ready in time */
export async function untilReady(child: ChildProcess, { name, logFile, isReady, giveUp }: Start): Promise<void> {
  let failure: Error | undefined;
  const onExit = (code: number | null) => (failure ??= new Error(`${name} ended with ${code}: ${endOf(logFile)}`));
  child.once('error', (error) => (failure = error));
  child.once('exit', onExit);
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isReady())) {
    if (failure) throw failure;
    if (Date.now() > deadline) {
      await giveUp();
      throw new Error(`${name} was not ready within ${TIMEOUT_MS / 1000} s: ${endOf(logFile)}`);
    }
    await delay(10);
  }
  // Its end is the caller's to notice from now on, and by then the log may be gone.
  child.off('exit', onExit);
}

function endOf(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-LINES_TOLD).join(' | ');
}
