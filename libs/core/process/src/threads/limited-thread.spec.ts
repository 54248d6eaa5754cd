import { afterEach, describe, expect, it } from 'vitest';
import { LimitedThread, type ThreadEnded, ThreadNotStarted } from './limited-thread.js';

const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
const PATIENT_MS = 60_000;

const code = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
/** Answers each message, but for the words that it takes as commands. */
const ECHO = code(`
  import { parentPort, workerData } from 'node:worker_threads';
  const begun = new BigInt64Array(workerData.data);
  parentPort.on('message', (message) => {
    Atomics.store(begun, 0, process.hrtime.bigint());
    if (message === 'for ever') for (;;);
    if (message === 'grow') for (const all = []; ;) all.push(new Array(1e5).fill(all.length));
    if (message === 'throw') throw new Error('Not this');
    Atomics.store(begun, 0, 0n);
    parentPort.postMessage(message === 'environment' ? Object.keys(process.env) : message);
  });`);
/** Says which task of the system it is, then works or rests for as many milliseconds as it is told, and answers. */
const MEASURED = code(`
  import { readlinkSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  Atomics.store(new Int32Array(workerData.task), 0, Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  const begun = new BigInt64Array(workerData.data);
  parentPort.on('message', (message) => {
    Atomics.store(begun, 0, process.hrtime.bigint());
    if (message === 'work for ever') for (;;);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(message));
    Atomics.store(begun, 0, 0n);
    parentPort.postMessage('rested');
  });`);
const SILENT = code('setInterval(() => undefined, 1000)');

const threads: LimitedThread<string, unknown>[] = [];
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())));

function start(file: URL, startMs?: number) {
  const shared = new SharedArrayBuffer(8);
  const begun = new BigInt64Array(shared);
  const messages: unknown[] = [];
  const ends: (ThreadEnded | ThreadNotStarted)[] = [];
  const thread = new LimitedThread<string, unknown>(file, {
    name: 'test',
    data: shared,
    memory: MEMORY,
    startMs,
    onMessage: (message) => messages.push(message),
    onEnd: (reason) => ends.push(reason),
  });
  threads.push(thread);
  const begunAt = () => Atomics.load(begun, 0) || undefined;
  return { thread, messages, ends, watch: (maxMs: number) => thread.watch(maxMs, begunAt) };
}

describe('a limited thread', () => {
  it('answers, and has no environment', async () => {
    const { thread, messages, ends, watch } = start(ECHO);
    watch(PATIENT_MS);
    thread.post('hello');
    thread.post('environment');
    await expect.poll(() => messages).toEqual(['hello', []]);
    expect(ends).toEqual([]);
  });

  it('is terminated at a piece of work that takes too long', async () => {
    const { thread, ends, watch } = start(ECHO);
    watch(20);
    thread.post('for ever');
    await expect.poll(() => ends).toMatchObject([{ limit: 'time' }]);
    await thread.ended;
  });

  it('is not terminated for time in which it had no processor', async () => {
    const { thread, messages, ends, watch } = start(MEASURED);
    watch(300);
    thread.post('400');
    await expect.poll(() => messages).toEqual(['rested']);
    expect(ends).toEqual([]);
  });

  it('is terminated when a piece of work has used its processor time', async () => {
    const { thread, ends, watch } = start(MEASURED);
    watch(50);
    thread.post('work for ever');
    await expect.poll(() => ends).toMatchObject([{ limit: 'time' }]);
  });

  it('is terminated in the end, however little of the processor it gets', async () => {
    const { thread, ends, watch } = start(MEASURED);
    watch(5);
    thread.post('1000000');
    await expect.poll(() => ends).toMatchObject([{ limit: 'time' }]);
  });

  it('ends alone when it takes too much memory', async () => {
    const { thread, ends, watch } = start(ECHO);
    watch(PATIENT_MS);
    thread.post('grow');
    await expect.poll(() => ends).toMatchObject([{ limit: 'memory' }]);
  });

  it('that fails otherwise names no limit', async () => {
    const { thread, ends } = start(ECHO);
    thread.post('throw');
    await expect.poll(() => ends).toMatchObject([{ limit: undefined, cause: { message: 'Not this' } }]);
  });

  it('that does not begin in time has not started', async () => {
    const { ends, watch } = start(SILENT, 10);
    watch(5);
    await expect.poll(() => ends).toEqual([expect.any(ThreadNotStarted)]);
  });

  it('says its end once', async () => {
    const { thread, ends } = start(ECHO);
    await Promise.all([thread.terminate(), thread.terminate()]);
    await thread.ended;
    expect(ends).toMatchObject([{ limit: undefined }]);
  });
});
