import { describe, expect, it } from 'vitest';
import { PaceWatch } from './pace-watch.js';

/** A sender by hand, whose watch is checked once a second of a clock by hand. */
function setUp() {
  let now = 0;
  const watch = new PaceWatch({ bytesPerSecond: 1_000, afterMs: 10_000 }, () => now);
  const sender = { bytes: 0, isAwaited: true, isDone: false, cuts: 0 };
  const stop = watch.watch({
    bytes: () => sender.bytes,
    isAwaited: () => sender.isAwaited,
    isDone: () => sender.isDone,
    cutOff: () => void (sender.cuts += 1),
  });
  const pass = (seconds: number, each: () => void = () => undefined) => {
    for (let second = 0; second < seconds; second += 1) {
      each();
      now += 1_000;
      watch.check();
    }
  };
  return { watch, sender, stop, pass, stall: (ms: number) => void (now += ms) };
}

describe('a sender', () => {
  it('that sends less than the pace is cut off once, after the time of grace', () => {
    const { watch, sender, pass } = setUp();
    const drip = () => void (sender.bytes += 999);
    pass(9, drip);
    expect(sender.cuts).toBe(0);
    pass(5, drip);
    expect(sender.cuts).toBe(1);
    expect(watch.size).toBe(0);
  });

  it('that keeps the pace is not', () => {
    const { sender, pass } = setUp();
    pass(600, () => void (sender.bytes += 1_000));
    expect(sender.cuts).toBe(0);
  });

  it('that stops after much is, and lives on nothing that it sent a minute ago', () => {
    const { sender, pass } = setUp();
    sender.bytes = 100_000_000;
    pass(70);
    expect(sender.cuts).toBe(1);
  });

  it('is not for the time in which we read nothing', () => {
    const { sender, pass } = setUp();
    sender.isAwaited = false;
    pass(600);
    sender.isAwaited = true;
    pass(9);
    expect(sender.cuts).toBe(0);
  });

  it('is not for a process that stood still', () => {
    const { watch, sender, stall } = setUp();
    stall(60_000);
    watch.check();
    expect(sender.cuts).toBe(0);
  });

  it('is watched no longer than it sends', () => {
    const { watch, sender, stop, pass } = setUp();
    expect(watch.size).toBe(1);
    stop();
    expect(watch.size).toBe(0);
    const other = setUp();
    other.sender.isDone = true;
    other.pass(30);
    expect([other.watch.size, other.sender.cuts]).toEqual([0, 0]);
    pass(30);
    expect(sender.cuts).toBe(0);
  });
});
