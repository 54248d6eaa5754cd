import { generateSync } from 'otplib';
import { inject, vi } from 'vitest';

const STEP_MS = 30_000;

declare module 'vitest' {
  interface ProvidedContext {
    mayMoveClock?: boolean;
  }
}

/**
 * Stops the clock of this process in the middle of a time step, so that a code made now is still valid when it arrives.
 * The database keeps its own time.
 */
export function stopClock(): void {
  if (!inject('mayMoveClock')) throw new Error('Name this spec under CLOCK_SPECS in vitest.config.ts');
  const middle = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  vi.useFakeTimers({ toFake: ['Date'], now: middle });
}

export function restartClock(): void {
  vi.useRealTimers();
}

/** Moves the stopped clock to the middle of another time step. */
export function passSteps(steps = 1): void {
  vi.setSystemTime(Date.now() + steps * STEP_MS);
}

/** The code that an authenticator app shows for the secret, `steps` time steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor((Date.now() + steps * STEP_MS) / 1_000) });
}

/** A code of six digits that is invalid now. */
export function wrongCodeOf(secret: string): string {
  return String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
}
