import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Change,
  FIRST_WAIT_MS,
  idsIn,
  LiveStream,
  LONGEST_WAIT_MS,
  POLL_MS,
  type Source,
  waitAfter,
} from './live.ts';
import { calmly } from './use-live.ts';

/** A stream that does what the test says. */
class FakeSource implements Source {
  readyState = 0;
  readonly #listeners = new Map<string, (event: { data: string }) => void>();

  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(name, listener);
  }

  close(): void {
    this.readyState = 2;
  }

  say(name: string, data: object): void {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) });
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    this.say('error', {});
  }
}

let sources: FakeSource[];
let told: Change[];
let stream: LiveStream;

beforeEach(() => {
  vi.useFakeTimers();
  [sources, told] = [[], []];
  const open = () => {
    const source = new FakeSource();
    sources.push(source);
    return source;
  };
  stream = new LiveStream(open, (change) => told.push(change));
});

afterEach(() => {
  stream.stop();
  vi.useRealTimers();
});

describe('the stream of an account', () => {
  it('tells what has changed, and everything where it is not known', () => {
    stream.start();
    sources[0]!.say('messages.updated', { Ids: ['msg_1'], Count: 1 });
    sources[0]!.say('webhook_deliveries.changed', { Ids: [], Count: 500 });
    sources[0]!.say('tenant.changed', {});
    expect(told).toEqual([
      { kinds: ['messages'], ids: ['msg_1'] },
      { kinds: ['deliveries'], ids: [] },
      { kinds: ['messages', 'campaigns', 'deliveries'], ids: [] },
    ]);
  });

  it('is opened once, however often it is started', () => {
    stream.start();
    stream.start();
    expect(sources).toHaveLength(1);
  });

  it('is left to the browser after an interruption, and opened anew after a refusal', () => {
    stream.start();
    sources[0]!.fail(0);
    vi.advanceTimersByTime(LONGEST_WAIT_MS);
    expect(sources).toHaveLength(1);
    sources[0]!.fail(2);
    vi.advanceTimersByTime(FIRST_WAIT_MS);
    expect(sources).toHaveLength(2);
  });

  it('waits longer after each refusal, up to a minute', () => {
    expect([0, 1, 2, 10].map((refusals) => waitAfter(refusals, 1))).toEqual([2000, 4000, 8000, 60_000]);
    expect(waitAfter(0, 0)).toBe(1000);
  });

  it('counts everything as changed now and then while it is away, and only then', () => {
    stream.start();
    vi.advanceTimersByTime(POLL_MS);
    expect(told).toHaveLength(1);
    sources[0]!.say('open', {});
    vi.advanceTimersByTime(POLL_MS * 3);
    expect(told).toHaveLength(1);
    sources[0]!.fail(0);
    vi.advanceTimersByTime(POLL_MS);
    expect(told).toHaveLength(2);
  });

  it('ends with its page, and opens nothing afterwards', () => {
    stream.start();
    sources[0]!.fail(2);
    stream.stop();
    vi.advanceTimersByTime(LONGEST_WAIT_MS * 2);
    expect(sources).toHaveLength(1);
    expect(told).toEqual([]);
  });
});

describe('an event', () => {
  it('names no ids if they are too many or no JSON', () => {
    expect([idsIn('{"Ids":["a"]}'), idsIn('{"Ids":[]}'), idsIn('{}'), idsIn('x')]).toEqual([['a'], [], [], []]);
  });
});

describe('what is done calmly', () => {
  it('is done at once, and once more after a rest if it was wanted meanwhile', () => {
    const run = vi.fn<() => void>();
    const calm = calmly(run, 1000);
    calm.call();
    expect(run).toHaveBeenCalledTimes(1);
    calm.call();
    calm.call();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
