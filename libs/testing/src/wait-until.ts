import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Default 5000. */
  timeoutMs?: number;
  /** Pause between two looks; default 15. */
  everyMs?: number;
  /** What is awaited, for the message of the failure. */
  what?: string;
}

/**
 * Looks again and again until `look` returns something truthy, and returns that. A look that throws (a failed
 * expectation, a refused connection) counts as "not yet".
 * @throws Error after the deadline, with what was awaited and what the last look said.
 */
export async function waitUntil<T>(look: () => T | Promise<T>, options: WaitOptions = {}): Promise<NonNullable<T>> {
  const { timeoutMs = 5_000, everyMs = 15, what = 'the condition' } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const seen = await attempt(look);
    if (seen.value) return seen.value;
    if (Date.now() >= deadline) {
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

async function attempt<T>(look: () => T | Promise<T>): Promise<Seen<T>> {
  try {
    const value = await look();
    return { value, said: String(value) };
  } catch (error) {
    return { said: error instanceof Error ? error.message : String(error), error };
  }
}
