import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 10;

/** Waits until `condition` is true. @throws Error naming `what` after the timeout */
export async function until(what: string, condition: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await delay(PAUSE_MS);
  }
}
