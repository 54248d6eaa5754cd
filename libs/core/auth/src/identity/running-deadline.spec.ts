import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { runningDeadline, RunningTimer } from './running-deadline.js';

/** Keeps the process from running anything else. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a deadline', () => {
  it('ends when its time is over', async () => {
    vi.useFakeTimers();
    const signal = runningDeadline(800);
    vi.advanceTimersByTime(799);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('outlasts a time in which the process did not run', async () => {
    const signal = runningDeadline(100);
    block(200);
    await new Promise((done) => setTimeout(done, 1));
    expect(signal.aborted).toBe(false);
    const alive = setInterval(() => undefined, 10);
    await once(signal, 'abort');
    clearInterval(alive);
  });

  it('that is cancelled does nothing', () => {
    vi.useFakeTimers();
    const work = vi.fn<() => void>();
    const timer = new RunningTimer(80, work);
    vi.advanceTimersByTime(70);
    timer.cancel();
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    expect(work).not.toHaveBeenCalled();
  });
});
