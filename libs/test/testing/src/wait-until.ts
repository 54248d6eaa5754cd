import { setTimeout as delay } from 'node:timers/promises';
import { patient } from './patience.js';

export interface WaitOptions {
  /** Milliseconds on a quiet machine, default 5000; a slow or busy one gets more (`patient`). */
  timeoutMs?: number;
  /** Milliseconds between two checks; default 15. */
  everyMs?: number;
  /** The awaited condition, for the error message. */
  what?: string;
}

/**
 * Calls `check` until it returns a truthy value, and returns that value. An error of `check` (a failed expectation, a
 * refused connection) counts as "not yet".
 * @throws Error after the deadline, with the condition and the last result
 */
export async function waitUntil<T>(check: () => T | Promise<T>, options: WaitOptions = {}): Promise<NonNullable<T>> {
  const { everyMs = 15, what = 'the condition' } = options;
  const timeoutMs = patient(options.timeoutMs ?? 5_000);
  // A spec may have stopped the clock.
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await attempt(check);
    if (seen.value) return seen.value;
    if (performance.now() >= deadline) {
      throw new Error(`Waited ${timeoutMs} ms for ${what}; last: ${seen.said}`, { cause: seen.error });
    }
    await delay(everyMs);
  }
}

interface Seen<T> {
  value?: T;
  said: string;
  error?: unknown;
}

async function attempt<T>(check: () => T | Promise<T>): Promise<Seen<T>> {
  try {
    const value = await check();
    return { value, said: String(value) };
  } catch (error) {
    return { said: error instanceof Error ? error.message : String(error), error };
  }
}
