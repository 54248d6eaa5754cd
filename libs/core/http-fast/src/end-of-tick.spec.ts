import { once } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentRequest, withContext, workContext } from '#libs/core/http';
import { EndOfTick } from './end-of-tick.js';

describe('the end of a tick', () => {
  it('comes after the pending work, and processes the items in order', async () => {
    const done: string[] = [];
    const answers = new EndOfTick<string>((item) => done.push(item));
    answers.add('a');
    await Promise.resolve().then(() => answers.add('b'));
    process.nextTick(() => answers.add('c'));
    await Promise.resolve();
    expect(done).toEqual([]);
    await nextTick();
    expect(done).toEqual(['a', 'b', 'c']);
    answers.add('d');
    await nextTick();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not run in the context of the first item', async () => {
    const paths: unknown[] = [];
    const answers = new EndOfTick<number>(() => paths.push(currentRequest()?.path));
    withContext(workContext('first'), () => answers.add(1));
    withContext(workContext('second'), () => answers.add(2));
    await nextTick();
    expect(paths).toEqual([undefined, undefined]);
  });

  it('processes all other items if one fails', async () => {
    const done: number[] = [];
    const answers = new EndOfTick<number>((item) => {
      if (item === 2) throw new Error('two');
      done.push(item);
    });
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const failed = once(process, 'uncaughtException');
    for (const item of [1, 2, 3]) answers.add(item);
    expect(((await failed) as Error[])[0]?.message).toBe('two');
    for (const listener of others) process.on('uncaughtException', listener);
    await nextTick();
    expect(done).toEqual([1, 3]);
  });
});
