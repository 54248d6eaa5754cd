import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logger, metrics } from '#libs/core/observability';
import { ReloadedCopy } from './reloaded-copy.js';

let loads: number;
let fails: boolean;
let gate: Promise<void>;

const newCopy = () =>
  new ReloadedCopy('prices', async () => {
    loads += 1;
    await gate;
    if (fails) throw new Error('away');
  });

/** From now on no load ends; returns what lets them end. */
function hold(): () => void {
  let open = (): void => undefined;
  gate = new Promise((done) => (open = done));
  return open;
}

const behind = async (): Promise<number> =>
  Number(/^copy_behind_seconds\{copy="prices"\} (\S+)$/m.exec(await metrics.text())?.[1]);

beforeEach(() => {
  [loads, fails, gate] = [0, false, Promise.resolve()];
  logger.configure({ service: 'spec', level: 'silent' });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a copy in memory', () => {
  it('does not start without a load that succeeds', async () => {
    fails = true;
    await expect(newCopy().start()).rejects.toThrow('away');
  });

  it('is behind while it cannot be loaded, logs that once, and tells for how long', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [warn, info] = [vi.spyOn(logger, 'warn'), vi.spyOn(logger, 'info')];
    const copy = newCopy();
    await copy.start();
    expect([copy.isBehind, await behind()]).toEqual([false, 0]);
    fails = true;
    vi.setSystemTime(Date.now() + 3_000);
    for (let n = 0; n < 3; n += 1) await copy.refresh();
    expect([copy.isBehind, copy.ageMs, await behind(), warn.mock.calls.length]).toEqual([true, 3_000, 3, 1]);
    fails = false;
    await copy.refresh();
    await copy.refresh();
    expect([copy.isBehind, copy.ageMs, await behind(), info.mock.calls.length]).toEqual([false, 0, 0, 1]);
  });

  it('is loaded once more by a refresh, though a load is under way, and not by a timer', async () => {
    const letEnd = hold();
    const copy = newCopy();
    const running = [copy.poll(), copy.poll(), copy.poll()];
    await Promise.resolve();
    expect(loads).toBe(1);
    running.push(copy.refresh());
    letEnd();
    await Promise.all(running);
    await copy.settled();
    expect(loads).toBe(2);
  });
});
